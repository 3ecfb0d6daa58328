package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.charts.page.Page.Assets;
import org.junit.jupiter.api.Test;

class AssetsTest {
  private final Assets assets = Assets.load(true, false);

  @Test
  void nothingRefersToAnotherFile() {
    assertThat(assets.script()).doesNotContain("sourceMappingURL", "</script");
    assertThat(assets.style()).doesNotContain("url(", "@import", "</style");
  }

  @Test
  void theLicencesOfTheLibrariesStayWithThem() {
    assertThat(assets.script())
        .contains(
            "Chart.js v4.4.1", "chartjs-plugin-zoom v2.0.1", "chartjs-plugin-annotation v3.1.0")
        .contains("Released under the MIT License", "MIT License");
  }

  @Test
  void thePolicyPermitsOnlyThisScriptAndThisStyle() {
    assertThat(assets.policy())
        .startsWith("default-src 'none'; img-src data:; script-src 'sha256-")
        .contains("; style-src 'sha256-")
        .doesNotContain("unsafe");
  }
}
