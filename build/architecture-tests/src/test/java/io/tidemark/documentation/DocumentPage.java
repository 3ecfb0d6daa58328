package io.tidemark.documentation;

import io.tidemark.documentation.Span.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One page of documentation, taken apart. */
final class DocumentPage {
  private static final Pattern INLINE = Pattern.compile("`([^`]+)`|\\]\\(([^)\\s]+)\\)");
  private static final Pattern FENCE = Pattern.compile("^ *```(\\w*) *$");

  private final Path file;
  private final List<Span> spans = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final List<String> prose = new ArrayList<>();

  /**
   * A fenced code block.
   *
   * @param line of its first line of code
   */
  record Block(Path file, int line, String language, List<String> lines) {
    String text() {
      return String.join("\n", lines) + "\n";
    }
  }

  private DocumentPage(Path file) {
    this.file = file;
  }

  static DocumentPage ofMarkdown(Path file, String text) {
    DocumentPage page = new DocumentPage(file);
    Block open = null;
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      Matcher fence = FENCE.matcher(line);
      page.prose.add(open == null && !fence.find() ? line : "");
      if (open != null && line.strip().equals("```")) {
        open = null;
      } else if (open != null) {
        open.lines().add(line);
        page.spans.add(new Span(file, number, Kind.BLOCK, line.strip()));
      } else if (line.strip().startsWith("```")) {
        open = new Block(file, number + 1, line.strip().substring(3), new ArrayList<>());
        page.blocks.add(open);
      }
    }
    page.readInline();
    return page;
  }

  /** Comments only: the rest of the file is read by the product's own reader. */
  static DocumentPage ofYaml(Path file, String text) {
    DocumentPage page = new DocumentPage(file);
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      int comment = line.startsWith("#") ? 0 : line.indexOf(" #");
      if (comment >= 0) {
        String said = line.substring(comment).replaceFirst("^ *#+ *", "");
        page.spans.add(new Span(file, number, Kind.COMMENT, said));
      }
    }
    return page;
  }

  /** Inline code may go on in the next line. */
  private void readInline() {
    String text = String.join("\n", prose);
    Matcher matcher = INLINE.matcher(text);
    int line = 1;
    int counted = 0;
    while (matcher.find()) {
      line += (int) text.substring(counted, matcher.start()).chars().filter(c -> c == '\n').count();
      counted = matcher.start();
      Kind kind = matcher.group(1) == null ? Kind.LINK : Kind.CODE;
      String said = kind == Kind.LINK ? matcher.group(2) : matcher.group(1);
      spans.add(new Span(file, line, kind, said.replace('\n', ' ')));
    }
  }

  Path file() {
    return file;
  }

  /** Whether a test makes it, so that its names are those of the code. */
  boolean isGenerated() {
    return !prose.isEmpty() && (prose.get(0) + "\n").equals(Checkout.GENERATED);
  }

  List<Span> spans() {
    return spans;
  }

  List<Block> blocks() {
    return blocks;
  }

  /** Lines outside of code blocks, which are empty lines here. */
  List<String> prose() {
    return prose;
  }
}
