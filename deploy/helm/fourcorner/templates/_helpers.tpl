{{- define "fourcorner.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "fourcorner.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "fourcorner.labels" -}}
{{ include "fourcorner.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* All that is missing is named at once. */}}
{{- define "fourcorner.check" -}}
{{- $missing := list }}
{{- with .Values }}
{{- if not .image.repository }}{{ $missing = append $missing "image.repository: where your cluster finds the image" }}{{ end }}
{{- if not .network }}{{ $missing = append $missing "network: test or production" }}{{ end }}
{{- if not .database.url.secret }}{{ $missing = append $missing "database.url.secret: the secret that holds DATABASE_URL" }}{{ end }}
{{- if not .keystore.secret }}{{ $missing = append $missing "keystore.secret: the secret with the keystore and its password" }}{{ end }}
{{- if not .secretsKey.secret }}{{ $missing = append $missing "secretsKey.secret: the secret with 64 hexadecimal digits (openssl rand -hex 32)" }}{{ end }}
{{- if not .as4.url }}{{ $missing = append $missing "as4.url: where other access points deliver, such as https://ap.example.com/as4" }}{{ end }}
{{- if not .trustProxy }}{{ $missing = append $missing "trustProxy: the addresses of the ingress controller, as the pods see it" }}{{ end }}
{{- if .database.pooler }}{{ if not .database.directUrl.secret }}{{ $missing = append $missing "database.directUrl.secret: the secret that holds DATABASE_DIRECT_URL, past the pooler" }}{{ end }}{{ end }}
{{- if .networkPolicy.enabled }}
{{- if not .networkPolicy.from }}{{ $missing = append $missing "networkPolicy.from: the pods of the ingress controller (or networkPolicy.enabled: false)" }}{{ end }}
{{- if not .networkPolicy.database.to }}{{ $missing = append $missing "networkPolicy.database.to: where the database is (or networkPolicy.enabled: false)" }}{{ end }}
{{- end }}
{{- if .ingress.console.host }}{{ if not .ingress.console.annotations }}{{ $missing = append $missing "ingress.console.annotations: the list of addresses that may open the console" }}{{ end }}{{ end }}
{{- range $name, $value := .settings }}
{{- if has $name (list "WORKERS" "HOST" "PORT" "AS4_PORT" "METRICS_PORT" "METRICS_HOST" "PEPPOL_NETWORK" "AS4_URL" "TRUST_PROXY" "DATABASE_URL" "DATABASE_DIRECT_URL" "DATABASE_POOLER" "SECRETS_KEY_FILE" "AS4_KEYSTORE_FILE" "AS4_KEYSTORE_PASSWORD_FILE" "AS4_NEXT_KEYSTORE_FILE" "AS4_NEXT_KEYSTORE_PASSWORD_FILE" "RULES_DIR" "DATA_DIR") }}
{{- $missing = append $missing (printf "settings.%s: belongs to a value of its own (see values.yaml)" $name) }}{{ end }}
{{- end }}
{{- end }}
{{- if $missing }}{{ fail (printf "\n\nThe chart cannot be rendered:\n- %s\n" (join "\n- " $missing)) }}{{ end }}
{{- end }}
