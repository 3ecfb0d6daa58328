package io.tidemark.runs.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/**
 * A span that has ended.
 *
 * @param parent invalid for the first span of a trace; a consumer's span also links to it, as the
 *     conventions for messaging require
 */
record OtlpSpan(
    OtlpSource source,
    String name,
    SpanKind kind,
    SpanContext context,
    SpanContext parent,
    long startEpochNanos,
    long endEpochNanos,
    Attributes attributes,
    boolean failed)
    implements SpanData {

  @Override
  public String getName() {
    return name;
  }

  @Override
  public SpanKind getKind() {
    return kind;
  }

  @Override
  public SpanContext getSpanContext() {
    return context;
  }

  @Override
  public SpanContext getParentSpanContext() {
    return parent;
  }

  @Override
  public StatusData getStatus() {
    return failed ? StatusData.error() : StatusData.unset();
  }

  @Override
  public long getStartEpochNanos() {
    return startEpochNanos;
  }

  @Override
  public Attributes getAttributes() {
    return attributes;
  }

  @Override
  public List<EventData> getEvents() {
    return List.of();
  }

  @Override
  public List<LinkData> getLinks() {
    return kind == SpanKind.CONSUMER ? List.of(LinkData.create(parent)) : List.of();
  }

  @Override
  public long getEndEpochNanos() {
    return endEpochNanos;
  }

  @Override
  public boolean hasEnded() {
    return true;
  }

  @Override
  public int getTotalRecordedEvents() {
    return 0;
  }

  @Override
  public int getTotalRecordedLinks() {
    return getLinks().size();
  }

  @Override
  public int getTotalAttributeCount() {
    return attributes.size();
  }

  @Override
  @SuppressWarnings("deprecation") // The interface still has it; exporters read the scope.
  public io.opentelemetry.sdk.common.InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
    return io.opentelemetry.sdk.common.InstrumentationLibraryInfo.create(
        source.scope().getName(), null);
  }

  @Override
  public InstrumentationScopeInfo getInstrumentationScopeInfo() {
    return source.scope();
  }

  @Override
  public Resource getResource() {
    return source.resource();
  }
}
