package io.tidemark.charts.page;

import io.tidemark.charts.Palette;
import io.tidemark.model.yaml.Sha256;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the report shows.
 *
 * @param answer the first screen; empty where nothing was asked
 * @param sections in the order of the page; none is empty
 */
public record Page(
    String title,
    String subtitle,
    Assets assets,
    Optional<Document> answer,
    List<Section> sections) {
  public Page {
    sections = sections.stream().filter(section -> !section.isEmpty()).toList();
  }

  /** The sections with their state; what comes first cannot be folded. */
  public List<Chapter> chapters() {
    return IntStream.range(0, sections.size())
        .mapToObj(i -> new Chapter(sections.get(i), i > 0 || answer.isPresent()))
        .toList();
  }

  /**
   * A section as readers find it: its state, which the navigation shows.
   *
   * @param foldable whether readers can fold it
   */
  public record Chapter(Section section, boolean foldable) {
    public String id() {
      return section.id();
    }

    /** Whether a page opens with it. */
    public boolean open() {
      return !id().equals(Definitions.ID);
    }

    private Tone tone() {
      return section.has(Tone.BAD)
          ? Tone.BAD
          : section.has(Tone.WARNING) ? Tone.WARNING : Tone.NONE;
    }

    /** The class of its link; null: nothing needs attention. */
    public @Nullable String style() {
      return tone().style();
    }

    /** What needs attention. */
    public String state() {
      return tone() == Tone.BAD ? "figures that must not be used, or warnings" : "findings";
    }
  }

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
}
