package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.resources.Resource;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events of the timeline, findings and the verdict as log records. */
record ResultEvents(OtlpSource source) {
  List<LogRecordData> of(RunEvent event) {
    return event(
        event.kind(),
        event.epochNanos(),
        Severity.INFO,
        event.detail().isEmpty() ? event.subject() : event.text(),
        Map.of("source", event.source(), "subject", event.subject()));
  }

  /**
   * @param epochNanos when the run was judged
   */
  List<LogRecordData> of(Verdict verdict, long epochNanos) {
    List<LogRecordData> all = new ArrayList<>();
    verdict.findings().forEach(finding -> all.addAll(of(finding, epochNanos)));
    for (ObjectiveResult each : verdict.objectives()) {
      all.addAll(
          event(
              "objective",
              epochNanos,
              each.met() ? Severity.INFO : Severity.ERROR,
              each.key() + " " + each.condition() + ": " + each.actual(),
              Map.of("objective.key", each.key(), "objective.met", String.valueOf(each.met()))));
    }
    all.addAll(
        event(
            "verdict",
            epochNanos,
            verdict.status() == Status.VALID ? Severity.INFO : Severity.ERROR,
            verdict.status().name(),
            Map.of("status", verdict.status().name())));
    return all;
  }

  private List<LogRecordData> of(Finding finding, long epochNanos) {
    Severity severity =
        switch (finding.severity()) {
          case REMARK -> Severity.INFO;
          case WARNS -> Severity.WARN;
          case FAILS, INVALIDATES, ABORTS -> Severity.ERROR;
        };
    return event(
        "finding",
        epochNanos,
        severity,
        finding.message(),
        Map.of(
            "finding.code",
            finding.code(),
            "finding.severity",
            finding.severity().name().toLowerCase(Locale.ROOT)));
  }

  private List<LogRecordData> event(
      String name, long epochNanos, Severity severity, String text, Map<String, String> values) {
    OtlpNames names = source.names();
    return names
        .used(names.own(name))
        .map(
            used ->
                List.<LogRecordData>of(
                    new OtlpEvent(
                        source, used, epochNanos, severity, text, names.ownAttributes(values))))
        .orElse(List.of());
  }

  /** A log record that is an event: it has a name. */
  record OtlpEvent(
      OtlpSource source,
      String name,
      long epochNanos,
      Severity severity,
      String text,
      Attributes attributes)
      implements LogRecordData {
    @Override
    public Resource getResource() {
      return source.resource();
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return source.scope();
    }

    @Override
    public long getTimestampEpochNanos() {
      return epochNanos;
    }

    @Override
    public long getObservedTimestampEpochNanos() {
      return epochNanos;
    }

    @Override
    public SpanContext getSpanContext() {
      return SpanContext.getInvalid();
    }

    @Override
    public Severity getSeverity() {
      return severity;
    }

    @Override
    public String getSeverityText() {
      return severity.name();
    }

    @Override
    public Value<?> getBodyValue() {
      return Value.of(text);
    }

    @Override
    @SuppressWarnings("deprecation") // Exporters read the value above; the interface still has it.
    public io.opentelemetry.sdk.logs.data.Body getBody() {
      return io.opentelemetry.sdk.logs.data.Body.string(text);
    }

    @Override
    public Attributes getAttributes() {
      return attributes;
    }

    @Override
    public int getTotalAttributeCount() {
      return attributes.size();
    }

    @Override
    public String getEventName() {
      return name;
    }
  }
}
