package io.tidemark.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/**
 * Collects what everything logs during a run in a file of its own, which then goes into the run
 * directory. One at a time.
 */
final class RunLog implements AutoCloseable {
  private static final String PATTERN =
      "%d{ISO8601} %-5level [%thread] %logger{36}: %msg%n%ex{short}";

  private final Path file;
  private final FileAppender<ILoggingEvent> appender;

  private RunLog(Path file, FileAppender<ILoggingEvent> appender) {
    this.file = file;
    this.appender = appender;
  }

  static RunLog start() throws IOException {
    Path file = Files.createTempFile("tidemark-run", ".log");
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
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
    return new RunLog(file, appender);
  }

  /** The file; complete after {@link #finish()}. */
  Path file() {
    return file;
  }

  /** Nothing is written to the file any more. */
  void finish() {
    root().detachAppender(appender);
    appender.stop();
  }

  /** Removes the file. */
  @Override
  public void close() throws IOException {
    finish();
    Files.deleteIfExists(file);
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }
}
