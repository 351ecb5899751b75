#!/bin/sh
# Runs one of Textrail's commands in an operator pod. If no such pod runs, creates one and waits for it.
#
#   sh operator.sh [-n NAMESPACE] [--when-ready] COMMAND ARGUMENTS…
#   sh operator.sh -n textrail-local --when-ready keys issue --name me
#
# COMMAND is a file in commands/ (keys, audit, rebuild, …). --when-ready first waits for the service: right after
# `kubectl apply` its images are still being pulled and Kafka is starting. The pod lives for an hour and is reused until then.
set -eu

NAMESPACE=textrail
WHEN_READY=false
SERVICE_LIMIT=600s
POD_LIMIT=300s
JOB=operator

say() { echo "operator: $*" >&2; }
usage() {
  say 'usage: operator.sh [-n NAMESPACE] [--when-ready] COMMAND ARGUMENTS…'
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    -n) [ $# -gt 1 ] || usage; NAMESPACE=$2; shift 2 ;;
    --when-ready) WHEN_READY=true; shift ;;
    -*) usage ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || usage
COMMAND=$1
shift

in_namespace() { kubectl --namespace "$NAMESPACE" "$@"; }

if [ "$WHEN_READY" = true ]; then
  say "waiting for the service in $NAMESPACE, for $SERVICE_LIMIT at the most"
  # Ingest is ready once Kafka, Redis and S3 answer and the projector has read the log to its end.
  in_namespace rollout status deployment/textrail-ingest --timeout="$SERVICE_LIMIT" >&2
fi

# The pod is useless if its hour is over or its node is gone.
ENDED=$(in_namespace get job "$JOB" --ignore-not-found \
  -o 'jsonpath={.status.conditions[?(@.status=="True")].type}{.metadata.deletionTimestamp}')
if [ -n "$ENDED" ]; then
  say "the operator pod from before has ended ($ENDED): making another"
  in_namespace delete job "$JOB" --ignore-not-found --wait >&2
fi
if [ -z "$(in_namespace get job "$JOB" --ignore-not-found -o name)" ]; then
  in_namespace create job --from=cronjob/textrail-operator "$JOB" >&2
else
  say 'using the operator pod that is there'
fi
in_namespace wait --for=jsonpath='{.status.ready}'=1 "job/$JOB" --timeout="$POD_LIMIT" >&2
exec kubectl --namespace "$NAMESPACE" exec "job/$JOB" -- node "commands/$COMMAND.ts" "$@"
