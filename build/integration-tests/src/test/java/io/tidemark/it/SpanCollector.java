package io.tidemark.it;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A collector of OTLP that keeps the spans, read by the rules of protobuf's wire format. */
final class SpanCollector implements AutoCloseable {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int LENGTH = 2;

  final List<Span> spans = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /**
   * A span.
   *
   * @param kind 1 internal, 4 producer, 5 consumer
   */
  record Span(
      String traceId,
      String spanId,
      String parentId,
      String name,
      long kind,
      long startEpochNanos,
      long endEpochNanos) {
    /** Returns the span as the header {@code traceparent} names it. */
    String header() {
      return "00-" + traceId + "-" + spanId + "-01";
    }
  }

  SpanCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  List<Span> ofKind(long kind) {
    return spans.stream().filter(span -> span.kind == kind).toList();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestURI().getPath().equals("/v1/traces")) {
        for (byte[] resource : messages(body, 1)) {
          for (byte[] scope : messages(resource, 2)) {
            messages(scope, 2).forEach(span -> spans.add(span(span)));
          }
        }
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static List<byte[]> messages(byte[] message, int number) {
    List<byte[]> found = new ArrayList<>();
    fields(
        message,
        (field, value) -> {
          if (field == number) {
            found.add((byte[]) value);
          }
        });
    return found;
  }

  private static Span span(byte[] message) {
    Object[] values = new Object[9];
    fields(
        message,
        (field, value) -> {
          if (field < values.length) {
            values[field] = value;
          }
        });
    return new Span(
        hex(values[1]),
        hex(values[2]),
        hex(values[4]),
        new String((byte[]) values[5], StandardCharsets.UTF_8),
        (long) values[6],
        (long) values[7],
        (long) values[8]);
  }

  private static String hex(Object bytes) {
    return bytes == null ? "" : HexFormat.of().formatHex((byte[]) bytes);
  }

  private static void fields(byte[] message, BiConsumer<Integer, Object> consumer) {
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      long key = varint(in);
      int field = (int) (key >>> 3);
      switch ((int) (key & 7)) {
        case VARINT -> consumer.accept(field, varint(in));
        case FIXED_64 -> consumer.accept(field, in.getLong());
        case LENGTH -> {
          byte[] bytes = new byte[(int) varint(in)];
          in.get(bytes);
          consumer.accept(field, bytes);
        }
        default -> consumer.accept(field, in.getInt()); // 32 bits: flags, which are not used.
      }
    }
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte part = in.get();
      value |= (long) (part & 0x7f) << shift;
      if (part >= 0) {
        return value;
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
