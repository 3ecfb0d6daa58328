package io.tidemark.model.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.load.PayloadSpec.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvFileTest {

  @Test
  void readsQuotedValuesWithCommasQuotesAndLineBreaks() throws BodyException {
    Table table =
        CsvFile.read("f.csv", "\uFEFFid,name\r\n1,\"Li, \"\"A\"\"\"\r\n2,\"two\nlines\"\n3,\n");
    assertThat(table.columns()).containsExactly("id", "name");
    assertThat(table.rows())
        .containsExactly(List.of("1", "Li, \"A\""), List.of("2", "two\nlines"), List.of("3", ""));
  }

  @Test
  void saysWhichLineIsWrong() {
    assertThatThrownBy(() -> CsvFile.read("f.csv", "a,b\n\"x\ny\",1\n5\n"))
        .hasMessage("f.csv:4 has 1 values; allowed 2, as in its first line");
    assertThatThrownBy(() -> CsvFile.read("f.csv", "a\n\"x"))
        .hasMessage("f.csv:2: a quotation mark is not closed");
    assertThatThrownBy(() -> CsvFile.read("f.csv", "a,b\n\"x\"y,1"))
        .hasMessageContaining("f.csv:2: text after a closing quotation mark");
    assertThatThrownBy(() -> CsvFile.read("f.csv", "a,b\n"))
        .hasMessageContaining("f.csv has no values");
  }
}
