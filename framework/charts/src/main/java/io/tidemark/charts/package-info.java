/**
 * Charts of stored runs. {@link io.tidemark.charts.Chart} describes a picture without drawing it;
 * the report page and the static pictures draw the same descriptions.
 */
package io.tidemark.charts;
