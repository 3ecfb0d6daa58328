package io.tidemark.launcher;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;

/** Runs a command of the installation that the executable jar contains. */
public final class Launcher {
  /** A failure before the command runs; the exit code of {@code bin/benchmark} for the machine. */
  private static final int FAILURE = 3;

  private Launcher() {}

  /** Ends the process with the exit code of the command. */
  public static void main(String[] arguments) throws InterruptedException {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) throws InterruptedException {
    try {
      // Absolute in any case; a name that Java cannot read fails here, and not in parts of Java.
      Path jar = Path.of(System.getProperty("user.dir")).resolve(jar());
      Path home = installation(jar);
      if (arguments.equals(List.of("installation"))) {
        System.out.println(home);
        return 0;
      }
      return Program.choose(home, arguments).run();
    } catch (IOException e) {
      message(reason(e));
      return FAILURE;
    } catch (InvalidPathException e) {
      message(
          "Java cannot read the name of a folder ("
              + e.getMessage()
              + ") in this locale: start it with LC_ALL=C.UTF-8");
      return FAILURE;
    }
  }

  /** The message, which names what to do; only exceptions of Java itself may have none. */
  private static String reason(IOException e) {
    return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
  }

  private static Path jar() throws IOException {
    try {
      return Path.of(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot find the jar: " + e.getMessage(), e);
    }
  }

  private static Path installation(Path jar) throws IOException, InterruptedException {
    try (JarContent content = JarContent.open(jar)) {
      return firstUsable(content);
    } catch (ZipException e) {
      throw new IOException(
          "%s is damaged (%s): download it again, and compare its SHA-256 checksum"
              .formatted(jar, e.getMessage()),
          e);
    }
  }

  private static Path firstUsable(JarContent content) throws IOException, InterruptedException {
    CacheFolders folders = CacheFolders.ofProcess();
    List<String> failures = new ArrayList<>();
    for (Path folder : folders.inOrder()) {
      try {
        folders.protect(folder);
        return new InstallationCache(folder, Launcher::message).installation(content);
      } catch (ZipException e) {
        throw e; // The jar, not the folder.
      } catch (IOException e) {
        failures.add("%s (%s)".formatted(folder, e));
      }
    }
    throw new IOException(
        String.format(
            Locale.ROOT,
            "cannot unpack %d MB to %s: set TIDEMARK_CACHE to a folder with space that you can"
                + " write",
            content.bytes() / 1_000_000,
            String.join(" or ", failures)));
  }

  /** Standard output belongs to the command. */
  private static void message(String text) {
    System.err.println("tidemark: " + text);
  }
}
