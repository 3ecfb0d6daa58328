package io.tidemark.measure;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The last stamp, padded against false sharing. */
abstract class StampFields extends PadBefore {
  EnvelopeForm form = EnvelopeForm.NONE;
  MessageKind kind = MessageKind.DATA;
  int producer;
  long sequence;
  long intendedEpochNanos;
  long delayNanos;
}

/**
 * Reads stamps. Holds the fields of the last one read, so that reading allocates nothing; not
 * thread-safe, one per thread.
 */
@SuppressWarnings("unused")
public final class EnvelopeReader extends StampFields {
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  /** Kind of a payload. */
  public enum Result {
    /** Stamped by this run; the fields are valid. */
    OURS,
    /** Messages of this size carry no stamp. */
    UNSTAMPED,
    /** A message of another run, or without a stamp. */
    FOREIGN,
    /** Stamped by this run, and changed since. */
    CORRUPTED,
    /** OMB's probe: ten zero bytes. */
    OMB_PROBE
  }

  private static final int OMB_PROBE_BYTES = 10;
  private static final int TEXT_CHARACTERS = 43;
  private static final int PRESENT = EnvelopeForm.MAGIC << 4 | EnvelopeForm.VERSION;
  private final EnvelopeCheck check = new EnvelopeCheck();
  private final byte[] scratch = new byte[EnvelopeForm.FULL.envelopeBytes()];

  /** The form that was read. */
  public EnvelopeForm form() {
    return form;
  }

  public MessageKind kind() {
    return kind;
  }

  public int producer() {
    return producer;
  }

  /** The sequence; its low 24 bits in the compact form, see {@link CompactFields#sequence}. */
  public long sequence() {
    return sequence;
  }

  /**
   * The intended send time; its low 32 bits in microseconds in the compact form, see {@link
   * CompactFields#epochNanos}.
   */
  public long intendedEpochNanos() {
    return intendedEpochNanos;
  }

  /** Schedule delay; 0 in the compact form, which does not contain it. */
  public long delayNanos() {
    return delayNanos;
  }

  /** Writing a reference has a collector barrier; usually it does not change. */
  private void form(EnvelopeForm read) {
    if (form != read) {
      form = read;
    }
  }

  private void kind(MessageKind read) {
    if (kind != read) {
      kind = read;
    }
  }

  /** Reads the stamp of a whole array. */
  public Result read(byte[] payload, EnvelopeLayout layout, int runEpoch, boolean verify) {
    return read(payload, 0, payload.length, layout, runEpoch, verify);
  }

  /**
   * Reads the stamp of a payload.
   *
   * @param from where the payload begins
   * @param length its bytes
   * @param verify whether to compute the check, which reads the whole body
   */
  public Result read(
      byte[] bytes, int from, int length, EnvelopeLayout layout, int runEpoch, boolean verify) {
    form(layout.formOf(length));
    if (form != EnvelopeForm.FULL) {
      return readOther(bytes, from, length, layout, runEpoch, verify);
    }
    int at = from + layout.offsetIn(length, EnvelopeForm.FULL);
    long w0 = (long) EnvelopeCheck.ARRAY_LONG.get(bytes, at);
    long w1 = (long) EnvelopeCheck.ARRAY_LONG.get(bytes, at + 8);
    long w2 = (long) EnvelopeCheck.ARRAY_LONG.get(bytes, at + 16);
    long w3 = (long) EnvelopeCheck.ARRAY_LONG.get(bytes, at + 24);
    Result result = fields(w0, w1, w2, w3, runEpoch);
    return verify && result == Result.OURS
        ? checked(w0, w1, w2, w3, bodyHash(layout, from, length, bytes, at))
        : result;
  }

  /** Apart from the usual form, because the compiler inlines no large method. */
  private Result readOther(
      byte[] bytes, int from, int length, EnvelopeLayout layout, int runEpoch, boolean verify) {
    int at = from + layout.offsetIn(length, form);
    return switch (form) {
      case COMPACT ->
          isOmbProbe(bytes, from, length)
              ? Result.OMB_PROBE
              : compactFields(
                  (long) EnvelopeCheck.ARRAY_LONG.get(bytes, at),
                  (bytes[at + 8] & 0xFF) << 8 | bytes[at + 9] & 0xFF,
                  runEpoch);
      case TEXT -> {
        Result result = decodeText(bytes, at) ? scratchFields(runEpoch) : Result.FOREIGN;
        yield verify && result == Result.OURS
            ? checkedScratch(bodyHash(layout, from, length, bytes, at))
            : result;
      }
      case NONE -> unstamped(bytes, from, length, layout, runEpoch);
      case HEADER -> isOmbProbe(bytes, from, length) ? Result.OMB_PROBE : Result.FOREIGN;
      case FULL -> throw new IllegalStateException("read by the caller");
    };
  }

  /**
   * Reads a stamp that is in a header.
   *
   * @param header its value; null if the message has none
   * @param verify whether to compute the check, which reads the whole body
   */
  public Result readHeader(
      byte @Nullable [] header, ByteBuffer payload, int runEpoch, boolean verify) {
    form(EnvelopeForm.HEADER);
    if (header == null) {
      boolean probe = payload.remaining() == OMB_PROBE_BYTES;
      byte[] copy = new byte[probe ? OMB_PROBE_BYTES : 0];
      payload.get(payload.position(), copy);
      return isOmbProbe(copy, 0, copy.length) ? Result.OMB_PROBE : Result.FOREIGN;
    }
    if (header.length == EnvelopeForm.FULL.envelopeBytes()) {
      System.arraycopy(header, 0, scratch, 0, header.length);
    } else if (header.length != EnvelopeForm.TEXT.envelopeBytes() || !decodeText(header, 0)) {
      return Result.FOREIGN;
    }
    Result result = scratchFields(runEpoch);
    return verify && result == Result.OURS
        ? checkedScratch(check.hash(payload, payload.position(), payload.limit()))
        : result;
  }

  /** Reads the stamp of the bytes between a buffer's position and limit, which do not change. */
  public Result read(ByteBuffer payload, EnvelopeLayout layout, int runEpoch, boolean verify) {
    int from = payload.position();
    int length = payload.remaining();
    if (payload.hasArray()) {
      return read(payload.array(), payload.arrayOffset() + from, length, layout, runEpoch, verify);
    }
    form(layout.formOf(length));
    if (form != EnvelopeForm.FULL) {
      return readSlow(payload, from, length, layout, runEpoch, verify);
    }
    int at = from + layout.offsetIn(length, form);
    long w0 = (long) EnvelopeCheck.BUFFER_LONG.get(payload, at);
    long w1 = (long) EnvelopeCheck.BUFFER_LONG.get(payload, at + 8);
    long w2 = (long) EnvelopeCheck.BUFFER_LONG.get(payload, at + 16);
    long w3 = (long) EnvelopeCheck.BUFFER_LONG.get(payload, at + 24);
    Result result = fields(w0, w1, w2, w3, runEpoch);
    if (!verify || result != Result.OURS) {
      return result;
    }
    if (kind == MessageKind.REPLY) {
      return readSlow(payload, from, length, layout, runEpoch, true);
    }
    int end = from + length;
    long body = at == from ? check.hash(payload, from + 32, end) : check.hash(payload, from, at);
    return checked(w0, w1, w2, w3, body);
  }

  /** Small and text messages outside the heap are copied: their sizes and rates allow it. */
  private Result readSlow(
      ByteBuffer payload,
      int from,
      int length,
      EnvelopeLayout layout,
      int runEpoch,
      boolean verify) {
    if (form == EnvelopeForm.NONE && length != probeBytes(layout) && length != OMB_PROBE_BYTES) {
      return Result.UNSTAMPED;
    }
    byte[] copy = new byte[length];
    payload.get(from, copy);
    return read(copy, 0, length, layout, runEpoch, verify);
  }

  private Result unstamped(
      byte[] bytes, int from, int length, EnvelopeLayout layout, int runEpoch) {
    if (isOmbProbe(bytes, from, length)) {
      return Result.OMB_PROBE;
    }
    if (length == probeBytes(layout)) {
      boolean text = layout.probeForm() == EnvelopeForm.TEXT;
      if (text ? decodeText(bytes, from) : copyToScratch(bytes, from)) {
        Result result = scratchFields(runEpoch);
        if (result == Result.OURS && kind == MessageKind.PROBE) {
          return result;
        }
      }
    }
    return Result.UNSTAMPED;
  }

  private static int probeBytes(EnvelopeLayout layout) {
    return layout.probeForm().envelopeBytes();
  }

  private boolean copyToScratch(byte[] bytes, int from) {
    System.arraycopy(bytes, from, scratch, 0, scratch.length);
    return true;
  }

  private Result scratchFields(int runEpoch) {
    return fields(scratchWord(0), scratchWord(8), scratchWord(16), scratchWord(24), runEpoch);
  }

  private Result fields(long w0, long w1, long w2, long w3, int runEpoch) {
    int head = (int) (w0 >>> 48);
    int code = head & 0xF;
    boolean ours = head >>> 4 == PRESENT && (int) w0 == runEpoch && MessageKind.isCode(code);
    if (!ours) {
      return Result.FOREIGN;
    }
    kind(MessageKind.ofCode(code));
    intendedEpochNanos = w1;
    sequence = w2 >>> 16;
    delayNanos = (w2 & 0xFFFF) << 32 | w3 >>> 32;
    producer = (int) w3;
    return Result.OURS;
  }

  private Result compactFields(long word, int lowMicros, int runEpoch) {
    boolean ours =
        word >>> 60 == EnvelopeForm.COMPACT_MAGIC
            && (word >>> 52 & 0x3F) == EnvelopeForm.compactEpoch(runEpoch);
    if (!ours) {
      return Result.FOREIGN;
    }
    kind(MessageKind.ofCode((int) (word >>> 58) & 0x3));
    producer = (int) (word >>> 40) & 0xFFF;
    sequence = word >>> 16 & 0xFF_FFFF;
    intendedEpochNanos = (word & 0xFFFF) << 16 | lowMicros;
    delayNanos = 0;
    return Result.OURS;
  }

  private long scratchWord(int at) {
    return (long) EnvelopeCheck.ARRAY_LONG.get(scratch, at);
  }

  private Result checkedScratch(long body) {
    return checked(scratchWord(0), scratchWord(8), scratchWord(16), scratchWord(24), body);
  }

  private long bodyHash(EnvelopeLayout layout, int from, int length, byte[] bytes, int at) {
    if (kind == MessageKind.REPLY) {
      return replyHash(layout, from, length, bytes, at);
    }
    return at == from
        ? check.hash(bytes, from + form.envelopeBytes(), from + length)
        : check.hash(bytes, from, at);
  }

  private long replyHash(EnvelopeLayout layout, int from, int length, byte[] bytes, int at) {
    int stamp = layout.replyStampBytes(length, form);
    boolean prefix = at == from;
    int restFrom = prefix ? from + form.envelopeBytes() + stamp : from;
    int restTo = prefix ? from + length : at - stamp;
    long rest = check.hash(bytes, restFrom, restTo);
    if (stamp == 0) {
      return rest;
    }
    int stampFrom = prefix ? restFrom - stamp : restTo;
    return ReplyStamp.fold(rest, check.hash(bytes, stampFrom, stampFrom + stamp));
  }

  private static Result checked(long w0, long w1, long w2, long w3, long body) {
    return EnvelopeCheck.holds(w0, w1, w2, w3, body) ? Result.OURS : Result.CORRUPTED;
  }

  private static boolean isOmbProbe(byte[] bytes, int from, int length) {
    if (length != OMB_PROBE_BYTES) {
      return false;
    }
    for (int i = from; i < from + length; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean decodeText(byte[] bytes, int at) {
    for (int i = 0; i < EnvelopeForm.TEXT_MARK.length; i++) {
      if (bytes[at + i] != EnvelopeForm.TEXT_MARK[i]) {
        return false;
      }
    }
    int text = at + EnvelopeForm.TEXT_MARK.length;
    return Base64Text.decode(bytes, text, TEXT_CHARACTERS, scratch)
        && bytes[text + TEXT_CHARACTERS] == EnvelopeForm.TEXT_END;
  }
}
