package io.tidemark.model.body;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A time as {@code 2026-03-01T09:05:07.123Z}. */
final class IsoTime implements TemplatePart {
  private static final long SECOND = 1_000_000_000;

  @Override
  public void write(BodyText out, FillState filling) {
    long second = Math.floorDiv(filling.epochNanos, SECOND);
    LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    out.appendDigits(time.getYear(), 4);
    out.append((byte) '-');
    out.appendDigits(time.getMonthValue(), 2);
    out.append((byte) '-');
    out.appendDigits(time.getDayOfMonth(), 2);
    out.append((byte) 'T');
    out.appendDigits(time.getHour(), 2);
    out.append((byte) ':');
    out.appendDigits(time.getMinute(), 2);
    out.append((byte) ':');
    out.appendDigits(time.getSecond(), 2);
    out.append((byte) '.');
    out.appendDigits(Math.floorMod(filling.epochNanos, SECOND) / 1_000_000, 3);
    out.append((byte) 'Z');
  }
}
