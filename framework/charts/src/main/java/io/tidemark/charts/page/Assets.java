package io.tidemark.charts.page;

import io.tidemark.charts.Palette;
import io.tidemark.model.yaml.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;

/**
 * Script and style of the page. They are part of it: it loads nothing.
 *
 * @param charts whether the page has charts that can be zoomed
 * @param live whether the page is updated by its server
 */
public record Assets(String script, String style, boolean charts, boolean live) {
  private static final String WEBJARS = "/META-INF/resources/webjars/";

  static Assets load(boolean charts, boolean live) {
    return new Assets(
        String.join(
            "\n",
            text("page.js"),
            charts
                ? String.join(
                    "\n",
                    library("chart.js", "chart.umd.js"),
                    library("chartjs-plugin-annotation", "chartjs-plugin-annotation.min.js"),
                    library("chartjs-plugin-zoom", "chartjs-plugin-zoom.min.js"),
                    text("report.js"))
                : "",
            text("flame.js"),
            live ? text("live.js") : ""),
        text("report.css")
            + text("answer.css")
            + text("/io/tidemark/charts/svg.css")
            + Palette.style()
            + text("flame.css"),
        charts,
        live);
  }

  /** Only these two run and apply, for any text that runs contain; nothing is loaded. */
  public String policy() {
    return "default-src 'none'; img-src data:; script-src '%s'; style-src '%s'%s"
        .formatted(hash(script), hash(style), live ? "; connect-src 'self'" : "");
  }

  /** Returns the library without the reference to a source map, which a browser would load. */
  private static String library(String name, String file) {
    Properties properties = new Properties();
    try (InputStream in = open("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = properties.getProperty("version");
    return text(WEBJARS + name + "/" + version + "/dist/" + file)
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  private static String text(String resource) {
    try (InputStream in = open(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String resource) {
    InputStream in = Assets.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException("not on the class path: " + resource);
    }
    return in;
  }

  private static String hash(String text) {
    byte[] digest = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }
}
