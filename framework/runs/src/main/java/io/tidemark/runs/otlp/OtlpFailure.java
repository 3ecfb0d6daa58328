package io.tidemark.runs.otlp;

import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.tidemark.model.result.Text;
import io.tidemark.model.yaml.DriverSecrets;
import org.jspecify.annotations.Nullable;

/** Why an export failed, in one line. */
final class OtlpFailure {
  private OtlpFailure() {}

  static String line(CompletableResultCode result) {
    @Nullable Throwable failure = result.getFailureThrowable();
    if (failure == null) {
      return "failed";
    }
    if (failure instanceof HttpExportException refused && refused.failedWithResponse()) {
      return "HTTP status " + refused.getResponse().getStatusCode();
    }
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return DriverSecrets.masked(Text.message(root));
  }
}
