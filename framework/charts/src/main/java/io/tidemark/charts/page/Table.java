package io.tidemark.charts.page;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A table that readers can sort by each column. Columns without content are left out.
 *
 * @param rows cells in the order of the head; the first one names the row
 */
public record Table(String caption, List<String> head, List<List<Cell>> rows) {
  public Table {
    List<List<Cell>> all = rows;
    List<Integer> columns =
        IntStream.range(0, head.size())
            .filter(i -> all.stream().anyMatch(row -> !row.get(i).text().isEmpty()))
            .boxed()
            .toList();
    head = columns.stream().map(head::get).toList();
    rows = all.stream().map(row -> columns.stream().map(row::get).toList()).toList();
  }
}
