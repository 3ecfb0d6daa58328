package io.tidemark.report.file;

import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.regex.Pattern;

/**
 * Also quotes text that YAML parsers read as a date or a number of any form, for other programs.
 */
final class YamlQuotes extends StringQuotingChecker.Default {
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
