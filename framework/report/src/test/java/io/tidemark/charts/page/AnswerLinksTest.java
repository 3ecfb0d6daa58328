package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.SampleRuns;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What limits trust in an answer, and the chapters that have the details. */
final class AnswerLinksTest {
  private static final Pattern LINK = Pattern.compile("<li[^>]*><a href=\"#(\\w+)\">");

  @TempDir private Path folder;

  @Test
  void aLimitIsLinkedToTheChapterWithItsDetails() throws IOException {
    RunDirectory.write(folder, SampleRuns.sample(), Map.of());
    String html = ReportPage.html(ReportedRuns.read(List.of(folder)), List.of());
    List<String> chapters = LINK.matcher(html).results().map(link -> link.group(1)).toList();
    assertThat(chapters)
        .isNotEmpty()
        .allSatisfy(id -> assertThat(html).contains("<section id=\"" + id + "\""));
  }
}
