package io.tidemark.report.document;

import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.text.TerminalStyle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a section. */
public sealed interface Block
    permits Block.Paragraph, Table, Block.Statements, Block.Text, Block.Drawing {
  /** Whether there is nothing to show. */
  default boolean isEmpty() {
    return false;
  }

  /**
   * A paragraph.
   *
   * @param content of tone WARNING, or worse, if readers must know it before they use the figures
   */
  record Paragraph(Cell content) implements Block {
    public Tone tone() {
      return content.tone();
    }
  }

  /** Sentences of a list, or words with their definitions. */
  record Statements(List<Statement> statements) implements Block {
    public Statements {
      statements = List.copyOf(statements);
    }

    @Override
    public boolean isEmpty() {
      return statements.isEmpty();
    }
  }

  /**
   * A sentence about a system, a word, or another subject.
   *
   * @param subject empty text: the text says it
   * @param tone whether it is good or bad for its subject
   * @param section the id of the section that has the details; null for none
   */
  record Statement(String subject, String text, Tone tone, @Nullable String section) {
    public Statement(String subject, String text, Tone tone) {
      this(subject, text, tone, null);
    }

    public static Statement of(String subject, String text) {
      return new Statement(subject, text, Tone.NONE);
    }

    /** Returns the statement with a full stop. */
    public Statement ended() {
      return new Statement(subject, text + ".", tone, section);
    }

    /** {@code kafka: publish rate 104/s instead of 100/s, ...}. */
    public String sentence() {
      return subject.isEmpty() ? text : subject + ": " + text;
    }
  }

  /** A text of many lines with a title, such as a file. */
  record Text(String title, String text) implements Block {}

  /** A chart or a graph. */
  non-sealed interface Drawing extends Block {
    String title();

    /** Returns lines of text, which the opening of a document has; empty if only pages show it. */
    default List<String> text(TerminalStyle style) {
      return List.of();
    }
  }
}
