package io.tidemark.report.file;

import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.util.regex.Pattern;

/**
 * Also quotes text that YAML 1.1 parsers read as a date or a base-60 number, for other programs.
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
