package io.tidemark.measure.payload;

import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.BodyTemplate;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Event;
import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.load.PayloadSpec.Template;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Templates that are filled for each message. */
final class FilledBodies {
  private FilledBodies() {}

  /** What is filled for each message; null if all bodies are made beforehand. */
  static @Nullable BodyTemplate template(Content content) {
    if (content instanceof Event event) {
      return parsed(event.head(), true, List.of());
    }
    return content instanceof Template text
        ? parsed(text.text(), text.json(), text.tables())
        : null;
  }

  private static BodyTemplate parsed(String text, boolean json, List<Table> tables) {
    try {
      return TemplateParser.parse(
          text,
          json,
          file ->
              tables.stream()
                  .filter(table -> table.file().equals(file))
                  .findFirst()
                  .orElseThrow(() -> new BodyException("the table is missing, got " + file)));
    } catch (BodyException e) { // The reader of the workload has refused such a template.
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
