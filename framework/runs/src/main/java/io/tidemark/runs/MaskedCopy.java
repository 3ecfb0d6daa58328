package io.tidemark.runs;

import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.SecretMask;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies a file that a client has written, of any size and with any bytes: the secrets of drivers'
 * files, and what looks like a secret, are masked in each line.
 */
public final class MaskedCopy {
  /** A longer line is masked in parts. */
  private static final int LONGEST_LINE = 1 << 20;

  private MaskedCopy() {}

  /** Any content of {@code to} is replaced. */
  public static void of(Path from, Path to) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(from));
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        line.write(next);
        if (next == '\n' || line.size() == LONGEST_LINE) {
          out.write(masked(line.toByteArray()));
          line.reset();
        }
      }
      out.write(masked(line.toByteArray()));
    }
  }

  private static byte[] masked(byte[] line) {
    Charset charset = charset(line);
    String text = new String(line, charset);
    String masked = SecretMask.maskLooks(DriverSecrets.masked(text));
    return masked.equals(text) ? line : masked.getBytes(charset);
  }

  /** One in which the bytes stay what they are. */
  private static Charset charset(byte[] line) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line));
      return StandardCharsets.UTF_8;
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }
}
