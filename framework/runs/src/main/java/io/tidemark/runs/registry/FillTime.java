package io.tidemark.runs.registry;

import io.tidemark.base.Clock;
import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.BodyTemplate;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.load.PayloadSpec.Template;
import java.util.List;

/** How long a load thread takes to fill the templates of a body. */
record FillTime(Clock clock, long longestNanos) {
  private static final int ROUND = 100;
  private static final long EPOCH_NANOS = 1_767_225_600_000_000_000L;

  /** The mean for one body; 0 if its bodies are not filled during the load. */
  double meanNanos(Content content) throws BodyException {
    if (content instanceof Event event) {
      return filled(event.head(), true, List.of()) + meanNanos(event.data());
    }
    return content instanceof Template template
        ? filled(template.text(), template.json(), template.tables())
        : 0;
  }

  private double filled(String text, boolean json, List<Table> tables) throws BodyException {
    BodyTemplate template = TemplateParser.parse(text, json, file -> table(file, tables));
    BodyTemplate.Filling filling = template.filling(1);
    long half = clock.nanoTime() + longestNanos / 2;
    long number = 0;
    while (clock.nanoTime() < half) { // Compiled code is what the load runs.
      number = round(filling, number);
    }
    long start = clock.nanoTime();
    long first = number;
    long now = start;
    while (number == first || now - start < longestNanos / 2) {
      number = round(filling, number);
      now = clock.nanoTime();
    }
    return (double) (now - start) / (number - first);
  }

  private static long round(BodyTemplate.Filling filling, long number) {
    for (int i = 0; i < ROUND; i++) {
      filling.next(number + i, EPOCH_NANOS + number);
    }
    return number + ROUND;
  }

  private static Table table(String file, List<Table> tables) throws BodyException {
    return tables.stream()
        .filter(table -> table.file().equals(file))
        .findFirst()
        .orElseThrow(() -> new BodyException("the table is missing, got " + file));
  }
}
