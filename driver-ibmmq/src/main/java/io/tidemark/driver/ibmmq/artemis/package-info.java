/** ActiveMQ Artemis behind the seam: what a newcomer can run at once. No figure of it is MQ's. */
package io.tidemark.driver.ibmmq.artemis;
