/** The report page: its sections, tables and charts, as one HTML file. */
package io.tidemark.charts.page;
