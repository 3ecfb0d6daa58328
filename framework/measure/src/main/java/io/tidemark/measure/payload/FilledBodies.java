package io.tidemark.measure.payload;

import io.tidemark.model.body.BodyException;
import io.tidemark.model.body.BodyTemplate;
import io.tidemark.model.body.TemplateParser;
import io.tidemark.model.load.PayloadSpec.Template;

/** Templates that are filled for each message. */
final class FilledBodies {
  private FilledBodies() {}

  static BodyTemplate template(Template content) {
    try {
      return TemplateParser.parse(
          content.text(),
          content.json(),
          file ->
              content.tables().stream()
                  .filter(table -> table.file().equals(file))
                  .findFirst()
                  .orElseThrow(() -> new BodyException("the table is missing, got " + file)));
    } catch (BodyException e) { // The reader of the workload has refused such a template.
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
