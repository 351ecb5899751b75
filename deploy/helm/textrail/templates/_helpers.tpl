{{- define "textrail.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- /* Changed settings are another ConfigMap, and so a rollout. */ -}}
{{- define "textrail.settingsName" -}}
textrail-settings-{{ .Values.settings | toYaml | sha256sum | trunc 10 }}
{{- end -}}

{{- /* KEDA's word for how one signs in to Kafka. */ -}}
{{- define "textrail.kedaSasl" -}}
{{- $mechanism := .Values.settings.KAFKA_SASL_MECHANISM | default "scram-sha-512" -}}
{{- get (dict "scram-sha-512" "scram_sha512" "scram-sha-256" "scram_sha256" "plain" "plaintext") $mechanism | required "settings.KAFKA_SASL_MECHANISM: scram-sha-512, scram-sha-256 or plain" -}}
{{- end -}}

{{- define "textrail.redisPeers" -}}
{{- if .Values.components.inClusterRedis -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/component: redis
{{- else -}}
{{ toYaml .Values.network.redis.peers }}
{{- end -}}
{{- end -}}
