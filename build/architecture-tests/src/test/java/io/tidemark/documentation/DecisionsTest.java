package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of decisions are numbered without a gap, short, of one form, and all in the index. */
class DecisionsTest {
  private static final String FOLDER = "docs/decisions/";
  private static final int MOST_LINES = 25;

  @Test
  void indexHasEveryPageWithItsNumberAndTitle() {
    List<DocumentPage> pages = pages();
    Stream<String> rows =
        pages.stream()
            .map(page -> title(page).split("\\. ", 2))
            .map(title -> "| " + title[0] + " | [" + title[1] + "](");
    Stream<String> inIndex =
        Checkout.page(FOLDER + "README.md").prose().stream()
            .filter(line -> line.startsWith("| ") && line.contains(".md)"))
            .map(line -> line.replaceFirst("]\\(.*", "]("));
    assertThat(inIndex).containsExactlyElementsOf(rows.toList()).hasSizeGreaterThan(10);
  }

  @Test
  void fileNameBeginsWithTheNumberOfThePage() {
    int number = 0;
    for (DocumentPage page : pages()) {
      number++;
      assertThat(page.file().getFileName().toString()).startsWith("%02d-".formatted(number));
      assertThat(title(page)).startsWith(number + ". ");
    }
  }

  @Test
  void everyPageHasContextDecisionAndConsequences() {
    assertThat(pages())
        .allSatisfy(
            page ->
                assertThat(page.prose())
                    .as("%s", page.file())
                    .hasSizeLessThanOrEqualTo(MOST_LINES)
                    .containsSubsequence("## Context", "## Decision", "## Consequences"));
  }

  private static List<DocumentPage> pages() {
    return Checkout.files(path -> path.matches(FOLDER + "\\d.*\\.md"))
        .map(Path::toString)
        .map(Checkout::page)
        .toList();
  }

  private static String title(DocumentPage page) {
    return page.prose().get(0).replaceFirst("^# ", "");
  }
}
