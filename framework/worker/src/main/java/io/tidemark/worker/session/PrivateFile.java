package io.tidemark.worker.session;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary file that only this user can read; gone when closed. */
record PrivateFile(Path path) implements AutoCloseable {
  /** On POSIX systems temporary files are made with mode 0600. */
  static PrivateFile with(String text) throws IOException {
    Path path = Files.createTempFile("tidemark-driver-", ".yaml");
    PrivateFile file = new PrivateFile(path);
    try {
      Files.write(path, text.getBytes(StandardCharsets.UTF_8));
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  File file() {
    return path.toFile();
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
