package io.tidemark.model.worker;

/**
 * Which clients of a worker are open.
 *
 * @param producers open ones
 * @param consumers open ones
 * @param settled whether these are those of the order, apart from churn
 * @param failure the last failure to open one; empty for none
 */
public record ClientsReport(int producers, int consumers, boolean settled, String failure) {}
