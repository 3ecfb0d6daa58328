/**
 * From finished runs to files and text. Pure functions: nothing here runs a benchmark or prints.
 */
package io.tidemark.report;
