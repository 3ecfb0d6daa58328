package io.tidemark.runs.run;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.Printable;
import java.nio.charset.StandardCharsets;

/** Log lines without secrets of drivers' files, and without characters that control a terminal. */
public final class MaskedEncoder extends PatternLayoutEncoder {
  @Override
  public byte[] encode(ILoggingEvent event) {
    String lines = DriverSecrets.masked(getLayout().doLayout(event));
    return Printable.text(lines).getBytes(StandardCharsets.UTF_8);
  }
}
