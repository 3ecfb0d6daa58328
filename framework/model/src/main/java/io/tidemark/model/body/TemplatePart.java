package io.tidemark.model.body;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A piece of a template: fixed text, or a value. */
interface TemplatePart {
  void write(BodyText out, FillState filling);

  /** Words of random text. */
  String[] WORDS =
      ("and are before between broker can change day each first for from give has have in is it last"
              + " like line made many more name new not now of on one open order other over part"
              + " place point price read right same second send small some state such table than"
              + " that the there time to two under use value was water week when which with word"
              + " work year")
          .split(" ");

  byte[] ALPHABET =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
          .getBytes(StandardCharsets.US_ASCII);

  byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  static TemplatePart fixed(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return (out, filling) -> out.append(bytes);
  }

  /** Equally likely units of the last decimal from one to another, both included. */
  static TemplatePart uniform(long from, long to, int decimals) {
    long width = to - from + 1;
    return (out, filling) ->
        out.appendDecimal(from + (long) (filling.random.nextDouble() * width), decimals);
  }

  static TemplatePart normal(double mean, double deviation, int decimals) {
    double unit = Math.pow(10, decimals);
    return (out, filling) ->
        out.appendDecimal(
            Math.round((mean + deviation * filling.random.nextGaussian()) * unit), decimals);
  }

  /** Ranks from 1: rank k is k to the power of the exponent times rarer than rank 1. */
  static TemplatePart zipf(int ranks, double exponent) {
    double[] cumulative = new double[ranks];
    double sum = 0;
    for (int i = 0; i < ranks; i++) {
      sum += Math.pow(i + 1.0, -exponent);
      cumulative[i] = sum;
    }
    double total = sum;
    return (out, filling) ->
        out.append(1L + index(cumulative, filling.random.nextDouble() * total));
  }

  /** One of several values by weight. */
  static TemplatePart choice(List<byte[]> values, double[] weights) {
    double[] cumulative = weights.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
    double total = cumulative[cumulative.length - 1];
    byte[][] all = values.toArray(byte[][]::new);
    return (out, filling) ->
        out.append(all[index(cumulative, filling.random.nextDouble() * total)]);
  }

  private static int index(double[] cumulative, double drawn) {
    int at = Arrays.binarySearch(cumulative, drawn);
    return Math.min(cumulative.length - 1, at < 0 ? -at - 1 : at + 1);
  }

  /** The value of the body's row of a table. */
  static TemplatePart lookup(int table, List<byte[]> column) {
    byte[][] values = column.toArray(byte[][]::new);
    return (out, filling) -> out.append(values[filling.row(table)]);
  }

  /** Letters and digits. */
  static TemplatePart letters(int least, int most) {
    return (out, filling) -> {
      for (int left = length(filling, least, most); left > 0; left--) {
        out.append(ALPHABET[filling.random.nextInt(ALPHABET.length)]);
      }
    };
  }

  /** Words of a language, for text that compresses as text does. */
  static TemplatePart words(int least, int most) {
    return (out, filling) -> {
      int left = length(filling, least, most);
      while (left > 0) {
        String word = WORDS[filling.random.nextInt(WORDS.length)];
        int taken = Math.min(left, word.length());
        out.append(word.substring(0, taken));
        left -= taken;
        if (left > 0) {
          out.append((byte) ' ');
          left--;
        }
      }
    };
  }

  private static int length(FillState filling, int least, int most) {
    return least == most ? least : least + filling.random.nextInt(most - least + 1);
  }

  /** A random UUID of version 4. */
  static TemplatePart uuid() {
    return (out, filling) -> {
      long high = filling.random.nextLong() & ~0xF000L | 0x4000L;
      long low = filling.random.nextLong() & ~(0xC000L << 48) | 0x8000L << 48;
      hex(out, high >>> 32, 8);
      out.append((byte) '-');
      hex(out, high >>> 16, 4);
      out.append((byte) '-');
      hex(out, high, 4);
      out.append((byte) '-');
      hex(out, low >>> 48, 4);
      out.append((byte) '-');
      hex(out, low, 12);
    };
  }

  private static void hex(BodyText out, long value, int digits) {
    for (int i = digits - 1; i >= 0; i--) {
      out.append(HEX[(int) (value >>> 4 * i) & 0xF]);
    }
  }

  /** Whole units of time since the epoch. */
  static TemplatePart time(long nanosPerUnit) {
    return (out, filling) -> out.append(Math.floorDiv(filling.epochNanos, nanosPerUnit));
  }
}
