{{- define "tidemark.labels" -}}
app.kubernetes.io/name: tidemark
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* (dict "root" $ "component" NAME) */}}
{{- define "tidemark.selector" -}}
{{ include "tidemark.labels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "tidemark.metadata" -}}
{{ include "tidemark.labels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- /* A StatefulSet's name is the beginning of labels with at most 63 characters. */}}
{{- define "tidemark.worker" -}}
{{- if gt (len .Release.Name) 40 }}{{ fail (printf "the release name %s has %d characters; at most 40 are allowed" .Release.Name (len .Release.Name)) }}{{ end -}}
{{ .Release.Name }}-worker
{{- end }}

{{- define "tidemark.serviceAccount" -}}
{{ .Values.serviceAccount.name | default .Release.Name }}
{{- end }}

{{- /* Of the coordinator, if it has rights. */}}
{{- define "tidemark.coordinatorAccount" -}}
{{ .Release.Name }}-coordinator
{{- end }}

{{- /* Memory, such as 2Gi, as a heap of half of it. */}}
{{- define "tidemark.heap" -}}
{{- $number := . | replace "Mi" "" | replace "Gi" "" | int -}}
{{- $half := div (ternary (mul $number 1024) $number (hasSuffix "Gi" .)) 2 -}}
-Xms{{ $half }}m -Xmx{{ $half }}m
{{- end }}

{{- /* Fields of every pod. (dict "root" $ "pod" .Values.workers "account" NAME) */}}
{{- define "tidemark.pod" -}}
serviceAccountName: {{ .account | default (include "tidemark.serviceAccount" .root) }}
# Only the coordinator calls the Kubernetes API, with coordinator.brokerAccess and a separate volume.
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .pod.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with .pod.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .root.Values.runAsUser }}
  runAsUser: {{ . | int64 }}
  runAsGroup: {{ . | int64 }}
  fsGroup: {{ . | int64 }}
  {{- end }}
  seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "tidemark.podAnnotations" -}}
# A run cannot be moved to another node.
cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
karpenter.sh/do-not-disrupt: "true"
{{- end }}

{{- define "tidemark.container" -}}
image: {{ .Values.image | quote }}
imagePullPolicy: {{ .Values.imagePullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end }}

{{- /* Options of both sides of the connection. */}}
{{- define "tidemark.token" -}}
{{- if and .Values.tls.mutual (not .Values.tls.secret) }}{{ fail "tls.mutual needs tls.secret" }}{{ end -}}
- --token-file
- /etc/tidemark/token/token
{{- if not .Values.tls.secret }}
# Without this, a token over the network requires TLS (value tls.secret).
- --insecure
{{- end }}
{{- end }}

{{- /* (dict "root" $ "mounts" LIST) */}}
{{- define "tidemark.mounts" -}}
- {name: token, mountPath: /etc/tidemark/token, readOnly: true}
- {name: tmp, mountPath: /tmp}
{{- if .root.Values.tls.secret }}
- {name: tls, mountPath: /etc/tidemark/tls, readOnly: true}
{{- end }}
{{- range $i, $mount := .mounts }}
- {name: secret-{{ $i }}, mountPath: {{ $mount.path | quote }}, readOnly: true}
{{- end }}
{{- end }}

{{- define "tidemark.volumes" -}}
- name: token
  secret: {secretName: {{ .root.Values.token.secret | default (printf "%s-token" .root.Release.Name) }}, defaultMode: 0440}
- name: tmp
  emptyDir: {sizeLimit: 256Mi}
{{- with .root.Values.tls.secret }}
- name: tls
  secret: {secretName: {{ . }}, defaultMode: 0440}
{{- end }}
{{- range $i, $mount := .mounts }}
- name: secret-{{ $i }}
  secret: {secretName: {{ $mount.secret }}, defaultMode: 0440}
{{- end }}
{{- end }}
