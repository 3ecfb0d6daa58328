package io.tidemark.measure;

import java.util.Arrays;

/** Base64url without padding, from and into arrays that are there already. */
final class Base64Text {
  private static final byte[] CHARACTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
          .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  private static final byte[] VALUES = new byte[128];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < CHARACTERS.length; i++) {
      VALUES[CHARACTERS[i]] = (byte) i;
    }
  }

  private Base64Text() {}

  /**
   * Groups of three bytes become four characters, two left over become three.
   *
   * @return where the text ends
   */
  static int encode(byte[] source, int from, int to, byte[] target, int at) {
    int out = at;
    int in = from;
    for (; in + 2 < to; in += 3) {
      int group = (source[in] & 0xFF) << 16 | (source[in + 1] & 0xFF) << 8 | source[in + 2] & 0xFF;
      target[out++] = CHARACTERS[group >>> 18];
      target[out++] = CHARACTERS[group >>> 12 & 0x3F];
      target[out++] = CHARACTERS[group >>> 6 & 0x3F];
      target[out++] = CHARACTERS[group & 0x3F];
    }
    if (in + 2 == to) {
      int rest = (source[in] & 0xFF) << 8 | source[in + 1] & 0xFF;
      target[out++] = CHARACTERS[rest >>> 10];
      target[out++] = CHARACTERS[rest >>> 4 & 0x3F];
      target[out++] = CHARACTERS[rest << 2 & 0x3F];
    }
    return out;
  }

  /** False if a character is not in the alphabet. */
  static boolean decode(byte[] source, int at, int characters, byte[] target) {
    int bits = 0;
    int held = 0;
    int out = 0;
    for (int i = 0; i < characters; i++) {
      byte c = source[at + i];
      int value = c < 0 ? -1 : VALUES[c];
      if (value < 0) {
        return false;
      }
      held = held << 6 | value;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        target[out++] = (byte) (held >>> bits);
      }
    }
    return true;
  }
}
