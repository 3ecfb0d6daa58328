package io.tidemark.simulation.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.kernel.Reduction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SeedPlanTest {
  private static boolean has(String part, SeedPlan plan) {
    return plan.parts().stream().anyMatch(each -> each.name().equals(part) && each.size() > 0);
  }

  private static long seedsWith(String part, Reduction reduction) {
    return LongStream.rangeClosed(1, 200)
        .filter(seed -> has(part, SeedPlan.of(seed, reduction)))
        .count();
  }

  @Test
  void theReadmeNamesAllRareParts() throws IOException {
    String text = Files.readString(Path.of("README.md"));
    String list = text.replaceAll("(?s).*has rare parts in each seed[^:]*:([^.]*)\\..*", "$1");
    assertThat(Pattern.compile("`([^`]+)`").matcher(list).results().map(found -> found.group(1)))
        .containsExactlyElementsOf(SeedPlan.RARE);
  }

  @ParameterizedTest
  @FieldSource("io.tidemark.simulation.plan.SeedPlan#RARE")
  void fewSeedsHaveARarePartUnlessItIsAskedFor(String part) {
    assertThat(SeedPlan.PARTS).contains(part);
    assertThat(seedsWith(part, Reduction.NONE)).isLessThan(60);
    assertThat(seedsWith(part, new Reduction(Map.of(), Set.of(part)))).isEqualTo(200);
  }

  @Test
  void aSeedWithoutAPartDrawsTheSameValuesForTheOthers() {
    Reduction reduction = Reduction.of("workers=1,event0,event1,event2");
    for (long seed = 1; seed <= 5; seed++) {
      List<Reduction.Part> reduced = SeedPlan.of(seed, reduction).parts();
      for (Reduction.Part part : SeedPlan.of(seed, Reduction.NONE).parts()) {
        if (part.name().matches("topics|rate|jitter|lost|test|diskFull|repeats|closeHangs")) {
          assertThat(reduced).contains(part);
        }
        assertThat(SeedPlan.PARTS).contains(part.name());
      }
    }
  }
}
