package io.tidemark.features.profile.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.profile.page.FlameGraph.LeafWeight;
import io.tidemark.features.profile.stack.FoldedStacks;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
  private static final FoldedStacks STACKS =
      FoldedStacks.of(
          Map.of(
              "io-#;a.b.Log.append;java.nio.Files.write", 60L,
              "io-#;a.b.Log.append", 20L,
              "net-#;io.tidemark.Lane.send", 20L));

  /** The attributes of a frame, by its name. */
  private static String frame(String svg, String title) {
    Matcher matcher =
        Pattern.compile(
                "<g class=\"(\\w+)\" data-x=\"([\\d.]+)\" data-w=\"([\\d.]+)\" data-n=\"[^\"]*\">"
                    + "<title>"
                    + Pattern.quote(title)
                    + ":[^<]*</title>")
            .matcher(svg);
    assertThat(matcher.find()).as(title + " in " + svg).isTrue();
    return matcher.group(1) + " " + matcher.group(2) + " " + matcher.group(3);
  }

  @Test
  void theWidthOfAFrameIsItsShareAndCalleesLieBelowIt() {
    String svg = FlameGraph.svg(STACKS, "a process");

    assertThat(frame(svg, "all")).isEqualTo("thread 0.00000 1.00000");
    assertThat(frame(svg, "io-#")).isEqualTo("thread 0.00000 0.80000");
    assertThat(frame(svg, "a.b.Log.append")).isEqualTo("other 0.00000 0.80000");
    assertThat(frame(svg, "java.nio.Files.write")).isEqualTo("jdk 0.00000 0.60000");
    assertThat(frame(svg, "net-#")).isEqualTo("thread 0.80000 0.20000");
    assertThat(frame(svg, "io.tidemark.Lane.send")).isEqualTo("own 0.80000 0.20000");
    assertThat(svg).contains("viewBox=\"0 0 1200 72\"", ">Log.append</text>");
  }

  @Test
  void framesTooNarrowToBeSeenAreLeftOut() {
    String svg =
        FlameGraph.svg(FoldedStacks.of(Map.of("a;wide", 10_000L, "a;narrow", 1L)), "a process");

    assertThat(svg).contains("wide").doesNotContain("narrow");
  }

  @Test
  void namesCannotBecomeElements() {
    String svg = FlameGraph.svg(FoldedStacks.of(Map.of("a;<script>\"&", 1L)), "a \"process\"");

    assertThat(svg).contains("&lt;script&gt;&quot;&amp;", "aria-label=\"a &quot;process&quot;\"");
    assertThat(svg).doesNotContain("<script");
  }

  @Test
  void aDifferenceHasTheSharesOfTheSecondProfileAndColoursOfTheChange() {
    FoldedStacks before =
        FoldedStacks.of(Map.of("t;a.A.up", 10L, "t;a.A.down", 80L, "t;a.A.same", 10L));
    FoldedStacks after =
        FoldedStacks.of(Map.of("t;a.A.up", 170L, "t;a.A.down", 10L, "t;a.A.same", 20L));

    String svg = FlameGraph.difference(before, after, "two runs");

    assertThat(frame(svg, "a.A.up")).isEqualTo("up4 0.00000 0.85000");
    assertThat(frame(svg, "a.A.down")).startsWith("down4").endsWith("0.05000");
    assertThat(frame(svg, "a.A.same")).startsWith("same");
    assertThat(svg).contains("a.A.up: 85.00 %, before 10.00 %");
  }

  @Test
  void theInnermostFramesAreAddedUpWithThePlaceThatHasMost() {
    FoldedStacks allocation =
        FoldedStacks.of(
            Map.of(
                "t;a.Log.append;java.util.Arrays.copyOf;byte[]", 70L,
                "t;a.Log.read;byte[]", 20L,
                "t;java.lang.Thread.run;java.lang.Object", 10L));

    assertThat(LeafWeight.of(allocation))
        .isEqualTo(
            List.of(
                new LeafWeight("byte[]", 90, 0.9, "a.Log.append"),
                new LeafWeight("java.lang.Object", 10, 0.1, "java.lang.Thread.run")));
  }
}
