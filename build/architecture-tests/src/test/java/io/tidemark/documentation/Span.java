package io.tidemark.documentation;

import java.nio.file.Path;

/**
 * A piece of documentation that names something of the code.
 *
 * @param file relative to the repository
 * @param line counted from 1
 * @param text of inline code, of a link's target, of one line of a code block, or of a comment
 */
record Span(Path file, int line, Kind kind, String text) {
  enum Kind {
    CODE,
    LINK,
    BLOCK,
    COMMENT
  }

  String at(String message) {
    return file + ":" + line + ": " + message;
  }
}
