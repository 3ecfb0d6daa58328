package io.tidemark.report;

import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.regex.Pattern;

/**
 * Quotes text that YAML 1.1 would take for a date or for a number to the base of 60, beside what
 * Jackson quotes: other programs shall read the same text.
 */
final class YamlQuotes extends StringQuotingChecker.Default {
  private static final long serialVersionUID = 1;
  private static final Pattern LIKE_A_NUMBER =
      Pattern.compile("[-+.\\d][\\d:._+-]*(?:[Tt ][\\d:.+ Zz-]*)?");

  @Override
  public boolean needToQuoteValue(String value) {
    return LIKE_A_NUMBER.matcher(value).matches() || super.needToQuoteValue(value);
  }
}
