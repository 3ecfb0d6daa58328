package io.tidemark.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  private static String row(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Csv<String>()
        .text("text", "a text", cell -> cell)
        .number("n", "a number", cell -> -5)
        .of(List.of(text))
        .writeTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8).substring("text,n\n".length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=HYPERLINK(\"x\",\"y\")", "'=1", "'"})
  void aSpreadsheetComputesNoText(String text) throws IOException {
    assertThat(row(text)).startsWith("\"'" + text.charAt(0));
    assertThat(Csv.cells(row(text).strip())).as("read again").containsExactly(text, "-5");
  }

  @Test
  void otherTextAndNumbersAreAsTheyAre() throws IOException {
    assertThat(row("kafka=1")).isEqualTo("kafka=1,-5\n");
    assertThat(row("a,\"b\"")).isEqualTo("\"a,\"\"b\"\"\",-5\n");
    assertThat(Csv.cells("'x,1")).containsExactly("'x", "1");
  }
}
