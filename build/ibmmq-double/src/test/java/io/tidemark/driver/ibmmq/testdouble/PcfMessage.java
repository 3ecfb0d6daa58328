package io.tidemark.driver.ibmmq.testdouble;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A PCF message: MQCFH, then parameters of text (MQCFST), number (MQCFIN) or numbers (MQCFIL);
 * lists of numbers, which inquiries send as wishes, are read over.
 */
record PcfMessage(
    int command,
    int completionCode,
    int reason,
    int sequence,
    boolean last,
    Map<Integer, Object> parameters) {
  static final int CURRENT_DEPTH = 3;
  static final int DEFAULT_PERSISTENCE = 5;
  static final int MAX_MESSAGE_BYTES = 13;
  static final int MAX_DEPTH = 15;
  static final int OPEN_INPUT_COUNT = 17;
  static final int OPEN_OUTPUT_COUNT = 18;
  static final int Q_TYPE = 20;
  static final int BACKOUT_THRESHOLD = 22;
  static final int COMMAND_LEVEL = 31;
  static final int PLATFORM = 32;
  static final int PURGE = 1007;
  static final int Q_MGR_NAME = 2015;
  static final int Q_NAME = 2016;
  static final int BACKOUT_QUEUE = 2019;
  static final int CHANNEL_NAME = 3501;
  static final int REMOTE_APPLICATION = 3548;
  static final int MAX_SHARING = 1616;

  private static final int RESPONSE = 2;
  private static final int NUMBER = 3;
  private static final int TEXT = 4;
  private static final int NUMBER_LIST = 5;
  private static final int HEAD_BYTES = 36;
  private static final int NUMBER_BYTES = 16;
  private static final int TEXT_HEAD_BYTES = 20;
  private static final int CCSID = 1208;

  static PcfMessage parsed(byte[] data) {
    ByteBuffer in = ByteBuffer.wrap(data);
    Map<Integer, Object> parameters = new LinkedHashMap<>();
    int count = in.getInt(32);
    int at = in.getInt(4);
    for (int i = 0; i < count; i++) {
      int type = in.getInt(at);
      int id = in.getInt(at + 8);
      if (type == NUMBER) {
        parameters.put(id, in.getInt(at + 12));
      } else if (type == TEXT) {
        byte[] text = new byte[in.getInt(at + 16)];
        in.get(at + TEXT_HEAD_BYTES, text);
        parameters.put(id, new String(text, StandardCharsets.ISO_8859_1).trim());
      } else if (type != NUMBER_LIST) {
        throw new UnknownFlow("PCF parameter " + id + " of type " + type);
      }
      at += in.getInt(at + 4);
    }
    return new PcfMessage(in.getInt(12), 0, 0, 1, true, parameters);
  }

  /** Answers in their order; only the last one says that it is. */
  static List<PcfMessage> numbered(List<PcfMessage> answers) {
    List<PcfMessage> numbered = new ArrayList<>();
    for (PcfMessage a : answers) {
      int number = numbered.size() + 1;
      numbered.add(
          new PcfMessage(
              a.command,
              a.completionCode,
              a.reason,
              number,
              number == answers.size(),
              a.parameters));
    }
    return numbered;
  }

  PcfMessage ok() {
    return new PcfMessage(command, 0, 0, 1, true, Map.of());
  }

  PcfMessage failed(int failure) {
    return new PcfMessage(command, 2, failure, 1, true, Map.of());
  }

  PcfMessage with(int id, Object value) {
    Map<Integer, Object> more = new LinkedHashMap<>(parameters);
    more.put(id, value);
    return new PcfMessage(command, completionCode, reason, sequence, last, more);
  }

  String text(int id) {
    return String.valueOf(parameters.get(id));
  }

  int number(int id, int otherwise) {
    return parameters.get(id) instanceof Integer number ? number : otherwise;
  }

  byte[] encoded() {
    int bytes = HEAD_BYTES;
    for (Object value : parameters.values()) {
      bytes += bytes(value);
    }
    ByteBuffer out = ByteBuffer.allocate(bytes);
    out.putInt(RESPONSE).putInt(HEAD_BYTES).putInt(1).putInt(command).putInt(sequence);
    out.putInt(last ? 1 : 0).putInt(completionCode).putInt(reason).putInt(parameters.size());
    parameters.forEach((id, value) -> encode(out, id, value));
    return out.array();
  }

  private static void encode(ByteBuffer out, int id, Object value) {
    if (value instanceof String text) {
      int end = out.position() + textBytes(text);
      out.putInt(TEXT).putInt(textBytes(text)).putInt(id).putInt(CCSID).putInt(text.length());
      out.put(text.getBytes(StandardCharsets.ISO_8859_1)).position(end);
    } else if (value instanceof int[] numbers) {
      out.putInt(NUMBER_LIST).putInt(bytes(numbers)).putInt(id).putInt(numbers.length);
      Arrays.stream(numbers).forEach(out::putInt);
    } else {
      out.putInt(NUMBER).putInt(NUMBER_BYTES).putInt(id).putInt((Integer) value);
    }
  }

  private static int bytes(Object value) {
    if (value instanceof int[] numbers) {
      return NUMBER_BYTES + Integer.BYTES * numbers.length;
    }
    return value instanceof String text ? textBytes(text) : NUMBER_BYTES;
  }

  /** A multiple of four. */
  private static int textBytes(String text) {
    return TEXT_HEAD_BYTES + (text.length() + 3) / 4 * 4;
  }
}
