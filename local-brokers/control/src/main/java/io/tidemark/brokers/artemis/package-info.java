/** ActiveMQ Artemis, the local JMS provider. */
package io.tidemark.brokers.artemis;
