package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Documentation, help, messages and comments are plain technical English: machines do not tell, and
 * these words have a shorter or more exact form.
 */
class WordsTest {
  private static final Pattern AVOIDED =
      Pattern.compile(
          "\\b(tells|told|nobody(?!\\()|somebody|whoever|whatever|besides|of its own|so many|so often"
              + "|in vain|at the worst)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Predicate<String> READ_BY_USERS =
      Pattern.compile("(?!CHANGELOG).*\\.md|.*/src/main/.*\\.(java|html|js)|bin/.*|.*\\.ya?ml")
          .asMatchPredicate();

  @Test
  void textsForUsersAndCommentsDoWithoutTheWordsToAvoid() {
    assertThat(Checkout.files(READ_BY_USERS).flatMap(WordsTest::found)).isEmpty();
  }

  private static Stream<String> found(Path file) {
    List<String> found = new ArrayList<>();
    int number = 0;
    for (String line : Checkout.text(file).split("\n", -1)) {
      number++;
      if (AVOIDED.matcher(line).find()) {
        found.add(file + ":" + number + ": " + line.strip());
      }
    }
    return found.stream();
  }
}
