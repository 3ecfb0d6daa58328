package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.workload.VerdictThresholds;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The declarations from which {@link VerdictPage} is made. */
class VerdictPageTest {
  private static final Path PAGES = Path.of("../../docs/reference");

  @Test
  void thePageOnJudgingHasTheLimitOfErrors() throws IOException {
    assertThat(Files.readString(PAGES.resolve("judging.md")))
        .contains("%.0f %% of it".formatted(FigureError.TOLERATED_PERCENT));
  }

  @Test
  void eachFindingHasOneCodeAndWhatCountsHasANextStep() {
    assertThat(VerdictRules.findings().stream().map(Found::code))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(70);
    for (Class<? extends Found> each : VerdictRules.findings()) {
      Found.Type type = Found.type(each);
      List<Severity> effects = Arrays.asList(type.as());
      assertThat(effects).as("%s", each).isNotEmpty().isSorted();
      assertThat(type.value()).as("%s", each).endsWith(".");
      assertThat(type.next()).as("%s", each).doesNotEndWith(".");
      assertThat(type.next().isEmpty())
          .as("%s", each)
          .isEqualTo(VerdictPage.worst(each) == Severity.REMARK);
      boolean invalid = VerdictPage.worst(each).compareTo(Severity.INVALIDATES) >= 0;
      assertThat(!type.damages().groups().isEmpty())
          .as("%s", each)
          .isEqualTo(invalid || each == LeftoverRule.TelemetryContradicts.class);
    }
  }

  @Test
  void theRulesHaveAllFindings() throws Exception {
    assertThat(VerdictRules.findings())
        .containsExactlyInAnyOrderElementsOf(
            all(type -> type.isAnnotationPresent(Found.Type.class)));
  }

  @Test
  void eachThresholdHasAFinding() {
    assertThat(
            VerdictRules.findings().stream()
                .flatMap(each -> Arrays.stream(Found.type(each).limits())))
        .containsAll(VerdictThresholds.all());
  }

  @Test
  void eachPlaceOfASentenceIsAComponent() throws Exception {
    for (Class<? extends Found> each : all(Class::isRecord)) {
      Found.Says says = Found.says(each).orElse(null);
      if (says == null) {
        assertThat(each.getDeclaredMethod("sentence").getReturnType()).isEqualTo(String.class);
        continue;
      }
      for (String text : List.of(says.value(), says.brief())) {
        assertThat(Template.names(each)).as("%s", each).containsAll(Template.places(text));
        assertThat(text).as("%s", each).doesNotEndWith(".");
        assertThat(text.replaceAll("\\{#?\\w+(\\|[^{}|]*\\|[^{}|]*)?}", ""))
            .as("places of %s", each)
            .doesNotContainPattern("[{}|]");
        assertThat(text.replaceAll("\\[[^\\[\\]]*]", ""))
            .as("%s", each)
            .doesNotContainPattern("[\\[\\]]");
      }
    }
  }

  /** Returns the findings of this package. */
  private static List<Class<? extends Found>> all(Predicate<Class<?>> which) throws Exception {
    Path classes =
        Path.of(Found.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("io/tidemark/verdict");
    List<Class<? extends Found>> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(classes, "[A-Z]*.class")) {
      for (Path file : files) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName("io.tidemark.verdict." + name);
        if (Found.class.isAssignableFrom(type) && which.test(type)) {
          all.add(type.asSubclass(Found.class));
        }
      }
    }
    return all;
  }
}
