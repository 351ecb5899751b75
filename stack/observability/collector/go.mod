module textrail.invalid/collector

go 1.25

require (
	github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter v0.160.0
	go.opentelemetry.io/collector/confmap/provider/fileprovider v1.66.0
	go.opentelemetry.io/collector/otelcol v0.160.0
	go.opentelemetry.io/collector/receiver/otlpreceiver v0.160.0
)
