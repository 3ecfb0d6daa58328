package io.tidemark.model.avro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/** Random values of a schema; the same for the same seed. Not thread-safe. */
final class RandomValues {
  private static final int MOST_ITEMS = 5;

  /** A schema that contains itself ends here, if it can. */
  private static final int DEEPEST = 6;

  private static final int MOST_DEPTH = 100;

  /** Limit of the parts of one value: records of records have more values than any memory. */
  private static final int MOST_PARTS = 1_000_000;

  private static final int MOST_BYTES = 64 << 20;
  private static final long MILLIS_2026 = 1_767_225_600_000L;
  private static final long MILLIS_OF_YEAR = 365L * 24 * 3_600_000;
  private static final int MILLIS_OF_DAY = 24 * 3_600_000;
  private static final int DAYS_TO_2026 = 20_454;

  private final Random random;
  private int parts;
  private int fixedBytes;

  RandomValues(Random random) {
    this.random = random;
  }

  @Nullable Object of(Schema schema) {
    parts = 0;
    fixedBytes = 0;
    return of(schema, 0);
  }

  private @Nullable Object of(Schema schema, int depth) {
    if (depth > MOST_DEPTH) {
      throw new AvroRuntimeException("a value of the schema contains itself without end");
    }
    if (++parts > MOST_PARTS) {
      throw new AvroRuntimeException("a value of the schema has more than 1,000,000 parts");
    }
    return switch (schema.getType()) {
      case NULL -> null;
      case BOOLEAN -> random.nextBoolean();
      case INT -> integer(logical(schema));
      case LONG -> number(logical(schema));
      case FLOAT -> random.nextFloat() * 1000;
      case DOUBLE -> random.nextDouble() * 1000;
      case STRING -> text(logical(schema));
      case BYTES -> bytes(logical(schema).equals("decimal") ? 4 : 8 + random.nextInt(25));
      case FIXED -> fixed(schema);
      case ENUM ->
          new GenericData.EnumSymbol(
              schema, schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size())));
      case ARRAY -> array(schema, depth);
      case MAP -> map(schema, depth);
      case UNION -> of(branch(schema, depth), depth + 1);
      case RECORD -> record(schema, depth);
    };
  }

  private GenericData.Fixed fixed(Schema schema) {
    fixedBytes += schema.getFixedSize();
    if (fixedBytes > MOST_BYTES) {
      throw new AvroRuntimeException("a value of the schema has more than 64 MB");
    }
    return new GenericData.Fixed(schema, bytes(schema.getFixedSize()).array());
  }

  private static String logical(Schema schema) {
    LogicalType type = schema.getLogicalType();
    return type == null ? "" : type.getName();
  }

  private int integer(String logical) {
    return switch (logical) {
      case "date" -> DAYS_TO_2026 + random.nextInt(365);
      case "time-millis" -> random.nextInt(MILLIS_OF_DAY);
      default -> random.nextInt(1_000_000);
    };
  }

  private long number(String logical) {
    long millis = MILLIS_2026 + (long) (random.nextDouble() * MILLIS_OF_YEAR);
    return switch (logical) {
      case "timestamp-millis", "local-timestamp-millis" -> millis;
      case "timestamp-micros", "local-timestamp-micros" -> millis * 1_000;
      case "timestamp-nanos", "local-timestamp-nanos" -> millis * 1_000_000;
      case "time-micros" -> random.nextInt(MILLIS_OF_DAY) * 1000L;
      default -> (long) (random.nextDouble() * 1e12);
    };
  }

  private Utf8 text(String logical) {
    if (logical.equals("uuid")) {
      return new Utf8(new UUID(random.nextLong(), random.nextLong()).toString());
    }
    StringBuilder text = new StringBuilder();
    for (int left = 5 + random.nextInt(16); left > 0; left--) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return new Utf8(text.toString());
  }

  private ByteBuffer bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private int items(int depth) {
    return depth >= DEEPEST ? 0 : 1 + random.nextInt(MOST_ITEMS);
  }

  private GenericData.Array<@Nullable Object> array(Schema schema, int depth) {
    List<@Nullable Object> items = new ArrayList<>();
    for (int left = items(depth); left > 0; left--) {
      items.add(of(schema.getElementType(), depth + 1));
    }
    return new GenericData.Array<>(schema, items);
  }

  private Map<Utf8, @Nullable Object> map(Schema schema, int depth) {
    Map<Utf8, @Nullable Object> map = new HashMap<>();
    for (int left = items(depth); left > 0; left--) {
      map.put(
          new Utf8(String.format(Locale.ROOT, "key%d", left)),
          of(schema.getValueType(), depth + 1));
    }
    return map;
  }

  /** The first without fields where values contain themselves. */
  private Schema branch(Schema union, int depth) {
    List<Schema> types = union.getTypes();
    if (depth >= DEEPEST) {
      return types.stream()
          .filter(type -> type.getType() != Schema.Type.RECORD)
          .findFirst()
          .orElse(types.get(0));
    }
    return types.get(random.nextInt(types.size()));
  }

  private GenericData.Record record(Schema schema, int depth) {
    GenericData.Record record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      record.put(field.pos(), of(field.schema(), depth + 1));
    }
    return record;
  }
}
