package io.tidemark.report.file;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.Map;
import java.util.regex.Pattern;

/** How values become JSON and YAML. */
public final class ReportFormats {
  /** Lenient in reading: newer minor fields and OMB's forks must not stop a comparison. */
  public static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .build();

  /** Jackson's default printer, with the line ends of Linux on every system. */
  public static final ObjectWriter PRETTY =
      JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .stringQuotingChecker(new YamlQuotes())
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .build()
              .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET));

  private ReportFormats() {}

  /** A YAML file with a comment above. */
  public static ResultFiles.Content yaml(String comment, Map<String, Object> tree) {
    return ResultFiles.Content.text("# " + comment + "\n").then(out -> YAML.writeValue(out, tree));
  }

  public static String yaml(Map<String, ?> tree) {
    try {
      return YAML.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("it was read from JSON", e);
    }
  }

  public static ResultFiles.Content json(Object value) {
    return out -> {
      PRETTY.writeValue(out, value);
      out.write('\n');
    };
  }

  /**
   * Also quotes text that YAML parsers read as a date or a number of any form, for other programs.
   */
  static final class YamlQuotes extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1;
    private static final Pattern LIKE_A_NUMBER =
        Pattern.compile(
            "(?i)[-+.\\d][\\d:._+-]*(?:[T ][\\d:.+ Z-]*)?|[-+.\\d][\\d_.]*e[-+]?\\d+"
                + "|[-+]?0[xob][\\da-f_]+|[-+]?\\.(?:inf|nan)");

    @Override
    public boolean needToQuoteValue(String value) {
      return LIKE_A_NUMBER.matcher(value).matches() || super.needToQuoteValue(value);
    }
  }
}
