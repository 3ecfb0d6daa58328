package io.tidemark.report.store;

import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultFiles.Content;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The SHA-256 of each file of a folder, as the tool {@code sha256sum} writes and checks them: shows
 * that a file was changed by accident or by hand, not who wrote it.
 */
public final class FileHashes {
  public static final String FILE = "SHA256SUMS";

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *](.+)");

  private FileHashes() {}

  /** Writes those of all files in a folder, by paths with slashes. */
  public static void write(Path folder) throws IOException {
    write(folder, Map.of(), List.of());
  }

  /**
   * Writes the list before the folder is as it says.
   *
   * @param coming files that are about to be written, by their paths in the folder
   * @param going files that are about to be deleted
   */
  static void write(Path folder, Map<String, Content> coming, List<Path> going) throws IOException {
    Map<String, String> hashes = of(folder);
    going.forEach(file -> hashes.remove(name(folder, file)));
    for (Map.Entry<String, Content> each : coming.entrySet()) {
      hashes.put(each.getKey(), of(each.getValue()));
    }
    ResultFiles.replace(folder.resolve(FILE), Content.text(text(hashes)));
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  /** The hashes of all files in a folder but its own list, in order of their paths. */
  public static Map<String, String> of(Path folder) throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String name = name(folder, file);
        if (!name.equals(FILE) && !ResultFiles.isTemporary(file)) {
          hashes.put(name, of(Files.newInputStream(file)));
        }
      }
    }
    return hashes;
  }

  /** The hash of a content, which is read to its end and closed. */
  public static String of(InputStream content) throws IOException {
    try (DigestInputStream in = new DigestInputStream(content, sha256())) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    }
  }

  /** The hash of what a content writes. */
  static String of(Content content) throws IOException {
    DigestOutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), sha256());
    content.writeTo(out);
    return HexFormat.of().formatHex(out.getMessageDigest().digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The content of the list. */
  public static String text(Map<String, String> hashes) {
    StringBuilder text = new StringBuilder();
    hashes.forEach((name, hash) -> text.append(hash).append("  ").append(name).append('\n'));
    return text.toString();
  }

  /**
   * The hashes of a list.
   *
   * @throws ResultsException if it cannot be read, or has another line than hash and path
   */
  public static Map<String, String> read(Path file) throws ResultsException {
    try {
      InputFiles.requireRegular(file);
      return parse(file, Files.readString(file));
    } catch (IOException e) {
      throw ResultsException.reading(file, e);
    }
  }

  /**
   * @param file for messages
   */
  public static Map<String, String> parse(Path file, String text) throws ResultsException {
    Map<String, String> hashes = new TreeMap<>();
    for (String line : text.lines().toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches() || hashes.put(parts.group(2), parts.group(1)) != null) {
        throw new ResultsException(
            file, file + ": got '" + line + "'; allowed: a SHA-256 and a path, each path once");
      }
    }
    return hashes;
  }
}
