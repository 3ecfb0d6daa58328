package io.tidemark.runs.run;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.Printable;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.runs.MaskedCopy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Collects all logs of a run in a file, which is moved to the run directory. One at a time.
 *
 * @param file complete after {@link #finish()}
 */
public record RunLog(
    Path file, Path clientFolder, Path maskedFolder, FileAppender<ILoggingEvent> appender)
    implements AutoCloseable {
  /** Logs of broker clients may contain passwords and users of addresses, which are masked. */
  public static final String PATTERN =
      "%d{ISO8601} %-5level [%thread] %logger{36}:"
          + " %replace(%replace(%msg%n%ex{short}){'((?i:password|passwd|secret|token)[a-zA-Z._]*[\"\\x27]?\\s*[=:]\\s*[\"\\x27]?)[^\\s,;\"\\x27]+',"
          + " '$1***'}){'://[^/@\\s:]+:[^@\\s]+@', '://***@'}";

  /** System property with a folder for further files of drivers' clients. */
  private static final String CLIENT_FOLDER = "tidemark.run.directory";

  public static RunLog start() throws IOException {
    Path file = Files.createTempFile("tidemark-run", ".log");
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    MaskedEncoder encoder = new MaskedEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    FileAppender<ILoggingEvent> appender = new FileAppender<>();
    appender.setContext(context);
    appender.setName("run-log");
    appender.setFile(file.toString());
    appender.setEncoder(encoder);
    appender.start();
    root().addAppender(appender);
    Path clientFolder = Files.createTempDirectory("tidemark-client");
    System.setProperty(CLIENT_FOLDER, clientFolder.toString());
    return new RunLog(file, clientFolder, Files.createTempDirectory("tidemark-masked"), appender);
  }

  /**
   * Files written by clients, by their names in the run directory, with secrets masked; usually
   * none. To be read before {@link #close()}.
   */
  public Map<String, Path> clientFiles() throws IOException {
    Map<String, Path> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(clientFolder)) {
      for (Path written : files.filter(Files::isRegularFile).toList()) {
        if (Files.size(written) > 0) {
          Path masked = maskedFolder.resolve("client-" + written.getFileName());
          MaskedCopy.of(written, masked);
          found.put(masked.getFileName().toString(), masked);
        }
      }
    }
    return found;
  }

  /** Nothing is written to the file any more. */
  public void finish() {
    root().detachAppender(appender);
    appender.stop();
  }

  /** Deletes the file and the clients' files. */
  @Override
  public void close() throws IOException {
    finish();
    Files.deleteIfExists(file);
    System.clearProperty(CLIENT_FOLDER);
    ResultFiles.delete(clientFolder);
    ResultFiles.delete(maskedFolder);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  /**
   * Log lines without secrets of drivers' files, and without characters that control a terminal.
   */
  public static final class MaskedEncoder extends PatternLayoutEncoder {
    @Override
    public byte[] encode(ILoggingEvent event) {
      String lines = DriverSecrets.masked(getLayout().doLayout(event));
      return Printable.text(lines).getBytes(StandardCharsets.UTF_8);
    }
  }
}
