package io.tidemark.runs.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.resources.Resource;

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
