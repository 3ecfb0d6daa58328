package io.tidemark.features.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.tidemark.model.load.SpanIds;
import io.tidemark.model.snapshot.MessageSpans.MessageSpan;
import io.tidemark.model.snapshot.MessageSpans.MessageSpan.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Spans of traced messages. A send lasts until its acknowledgement. Each reception has two: the
 * time in the broker and on the network, from the send on, and the reception, which is a moment.
 *
 * @param topics to which producers send, by their index
 */
record OtlpSpans(OtlpSource source, String runId, Map<Integer, String> topics) {
  private static final String SEND = "send";
  private static final String BROKER = "broker";
  private static final String RECEIVE = "receive";

  /** The spans that are complete by this; without those whose names are left out. */
  List<SpanData> of(MessageSpan message) {
    SpanIds ids = new SpanIds(runId, message.producer(), message.sequence());
    SpanContext send = context(ids, ids.sendSpanId());
    List<SpanData> spans = new ArrayList<>();
    if (message.kind() != Kind.RECEIVED) {
      long sent = message.sentEpochNanos();
      add(spans, SEND, SpanKind.PRODUCER, send, SpanContext.getInvalid(), sent, message);
      return spans;
    }
    long received = message.endEpochNanos();
    SpanContext broker = context(ids, ids.brokerSpanId(message.subscription(), received));
    SpanContext receive = context(ids, ids.receiveSpanId(message.subscription(), received));
    add(spans, BROKER, SpanKind.INTERNAL, broker, send, message.sentEpochNanos(), message);
    SpanContext parent = spans.isEmpty() ? send : broker;
    add(spans, RECEIVE, SpanKind.CONSUMER, receive, parent, received, message);
    return spans;
  }

  private static SpanContext context(SpanIds ids, String spanId) {
    return SpanContext.create(
        ids.traceId(), spanId, TraceFlags.getSampled(), TraceState.getDefault());
  }

  private void add(
      List<SpanData> spans,
      String operation,
      SpanKind kind,
      SpanContext own,
      SpanContext parent,
      long startEpochNanos,
      MessageSpan message) {
    String topic = topics.getOrDefault(message.producer(), "");
    source
        .names()
        .used(operation)
        .ifPresent(
            used ->
                spans.add(
                    new OtlpSpan(
                        source,
                        (used + " " + topic).strip(),
                        kind,
                        own,
                        parent,
                        startEpochNanos,
                        message.endEpochNanos(),
                        attributes(operation, topic, message).build(),
                        message.kind() == Kind.FAILED)));
  }

  private AttributesBuilder attributes(String operation, String topic, MessageSpan message) {
    OtlpNames names = source.names();
    AttributesBuilder attributes =
        operation.equals(BROKER)
            ? names.attributes(Map.of(OtlpNames.SYSTEM, source.system())).toBuilder()
            : source.operation(operation, operation).toBuilder();
    if (!topic.isEmpty()) {
      names.used(OtlpNames.DESTINATION).ifPresent(used -> attributes.put(used, topic));
    }
    long intended = message.intendedEpochNanos();
    number(attributes, "producer", message.producer());
    number(attributes, "sequence", message.sequence());
    number(attributes, "intended_epoch_nanos", intended);
    number(attributes, "sent_epoch_nanos", message.sentEpochNanos());
    switch (message.kind()) {
      case ACKNOWLEDGED -> number(attributes, "acknowledged_epoch_nanos", message.endEpochNanos());
      case FAILED -> names.used("error.type").ifPresent(used -> attributes.put(used, "_OTHER"));
      case RECEIVED -> {
        number(attributes, "received_epoch_nanos", message.endEpochNanos());
        number(attributes, "end_to_end_nanos", message.endEpochNanos() - intended);
        number(attributes, "subscription", message.subscription());
      }
    }
    if (message.kind() != Kind.RECEIVED) {
      number(attributes, "schedule_delay_nanos", message.sentEpochNanos() - intended);
    }
    return attributes;
  }

  private void number(AttributesBuilder attributes, String name, long value) {
    OtlpNames names = source.names();
    names.used(names.own(name)).ifPresent(used -> attributes.put(used, value));
  }

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
}
