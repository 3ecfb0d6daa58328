package io.tidemark.driver.ibmmq.testdouble;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The PCF of monitoring topics as IBM's sample amqsrua reads it: MQCFH, then MQCFIN, MQCFIN64,
 * MQCFST, and groups (MQCFGR) whose members follow them.
 */
public final class MonitoringMessages {
  private static final int STATISTICS = 21;
  private static final int GROUP = 20;
  private static final int NUMBER = 3;
  private static final int TEXT = 4;
  private static final int NUMBER64 = 23;
  private static final int CCSID = 1208;
  private static final int CLASS = 839;
  private static final int TYPE = 840;
  private static final int ELEMENT = 841;
  private static final int DATA_TYPE = 842;
  private static final int FLAGS = 843;
  private static final int INTERVAL = 845;
  private static final int TOPIC_STRING = 2094;
  private static final int CLASS_NAME = 2713;
  private static final int TYPE_NAME = 2714;
  private static final int DESCRIPTION = 2715;
  private static final int CLASS_GROUP = 8015;
  private static final int TYPE_GROUP = 8016;
  private static final int ELEMENT_GROUP = 8017;

  private final List<byte[]> parameters = new ArrayList<>();

  /** A description of classes, types or elements, or a publication; empty at first. */
  public static MonitoringMessages message() {
    return new MonitoringMessages();
  }

  public MonitoringMessages classOf(int id, String name, String topic) {
    return group(
        CLASS_GROUP,
        number(CLASS, id),
        number(FLAGS, 0),
        text(CLASS_NAME, name),
        text(DESCRIPTION, "class " + name),
        text(TOPIC_STRING, topic));
  }

  public MonitoringMessages type(int id, String name, String topic) {
    return group(
        TYPE_GROUP,
        number(TYPE, id),
        text(TYPE_NAME, name),
        text(DESCRIPTION, "type " + name),
        text(TOPIC_STRING, topic));
  }

  public MonitoringMessages element(int id, int dataType, String description) {
    return group(
        ELEMENT_GROUP,
        number(ELEMENT, id),
        number(DATA_TYPE, dataType),
        text(DESCRIPTION, description));
  }

  public MonitoringMessages topic(String topic) {
    return with(text(TOPIC_STRING, topic));
  }

  /** What every publication begins with. */
  public MonitoringMessages published(int classId, int typeId, long intervalMicros) {
    return with(text(2015, "QM1"))
        .with(number(CLASS, classId))
        .with(number(TYPE, typeId))
        .with(number64(INTERVAL, intervalMicros));
  }

  public MonitoringMessages name(int parameter, String name) {
    return with(text(parameter, name));
  }

  public MonitoringMessages value(int element, int value) {
    return with(number(element, value));
  }

  public MonitoringMessages value(int element, long value) {
    return with(number64(element, value));
  }

  public byte[] encoded() {
    return joined(
        ints(STATISTICS, 36, 3, 0, 1, 1, 0, 0, parameters.size()),
        parameters.toArray(byte[][]::new));
  }

  private MonitoringMessages with(byte[] parameter) {
    parameters.add(parameter);
    return this;
  }

  private MonitoringMessages group(int id, byte[]... members) {
    return with(joined(ints(GROUP, 16, id, members.length), members));
  }

  private static byte[] number(int id, int value) {
    return ints(NUMBER, 16, id, value);
  }

  private static byte[] number64(int id, long value) {
    return ByteBuffer.allocate(24)
        .putInt(NUMBER64)
        .putInt(24)
        .putInt(id)
        .putInt(0)
        .putLong(value)
        .array();
  }

  private static byte[] text(int id, String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    int bytes = 20 + (text.length + 3) / 4 * 4;
    return ByteBuffer.allocate(bytes)
        .putInt(TEXT)
        .putInt(bytes)
        .putInt(id)
        .putInt(CCSID)
        .putInt(text.length)
        .put(text)
        .array();
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  private static byte[] joined(byte[] first, byte[]... rest) {
    int bytes = first.length;
    for (byte[] part : rest) {
      bytes += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(bytes).put(first);
    for (byte[] part : rest) {
      all.put(part);
    }
    return all.array();
  }
}
