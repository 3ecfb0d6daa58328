package io.tidemark.features.convert;

import io.tidemark.base.UsageException;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a command line, with the quoting rules of a POSIX shell and without its variables.
 */
public final class ShellWords {
  private final String line;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private int at;

  private ShellWords(String line) {
    this.line = line;
  }

  /**
   * @throws UsageException if a quotation mark has no partner
   */
  public static List<String> of(String line) {
    ShellWords all = new ShellWords(line);
    while (all.at < line.length()) {
      all.take(line.charAt(all.at++));
    }
    all.endWord();
    return all.words;
  }

  private void take(char c) {
    if (Character.isWhitespace(c)) {
      endWord();
      return;
    }
    if (c == '\\' && at < line.length() && line.charAt(at) == '\n') {
      at++; // A continued line.
      return;
    }
    inWord = true;
    if (c == '\'' || c == '"') {
      quoted(c);
    } else if (c == '\\' && at < line.length()) {
      word.append(line.charAt(at++));
    } else {
      word.append(c);
    }
  }

  private void quoted(char mark) {
    int begin = at;
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c == mark) {
        return;
      }
      boolean escaped =
          c == '\\' && mark == '"' && at < line.length() && "\"\\$`".indexOf(line.charAt(at)) >= 0;
      word.append(escaped ? line.charAt(at++) : c);
    }
    throw new UsageException("the quotation mark at character " + begin + " has no partner");
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }
}
