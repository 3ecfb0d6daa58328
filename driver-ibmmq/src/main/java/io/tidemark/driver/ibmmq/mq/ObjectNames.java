package io.tidemark.driver.ibmmq.mq;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** Names that a queue manager accepts: at most 48 of letters, digits and {@code . / _ %}. */
final class ObjectNames {
  static final int MOST_CHARACTERS = 48;
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9./_%]{1,48}");
  private static final int CHECKSUM_CHARACTERS = 8;

  private ObjectNames() {}

  /** The name itself where it is valid; else one that is, and that no other name becomes. */
  static String of(String name) {
    if (VALID.matcher(name).matches()) {
      return name;
    }
    String allowed = name.replaceAll("[^A-Za-z0-9./_%]", ".");
    int most = MOST_CHARACTERS - CHECKSUM_CHARACTERS - 1;
    String start = allowed.length() > most ? allowed.substring(0, most) : allowed;
    CRC32 checksum = new CRC32();
    checksum.update(name.getBytes(StandardCharsets.UTF_8));
    return start + "." + String.format(Locale.ROOT, "%08X", checksum.getValue());
  }
}
