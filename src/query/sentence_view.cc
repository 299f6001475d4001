#include "query/sentence_view.h"

#include "treebank/dependents.h"
#include "treebank/projectivity.h"

namespace panarc {

void SentenceView::look_at(const Sentence& sentence) {
  sentence_ = &sentence;
  depths_.clear();
  children_.clear();
  projective_.clear();
}

Node SentenceView::depth(Node word) const {
  if (depths_.empty()) {
    const Dependents dependents(sentence_->heads(), UnattachedWords::kUnderRoot);
    depths_.assign(dependents.size(), 0);
    for (const Node node : dependents.top_down()) {
      if (node != kRoot) depths_[index_of(node)] = depths_[index_of(dependents.head(node))] + 1;
    }
  }
  return depths_[index_of(word)];
}

Node SentenceView::children(Node word) const {
  if (children_.empty()) {
    children_.assign(sentence_->heads().size(), 0);
    for (Node child = 1; child <= sentence_->size(); ++child) {
      const Node head = sentence_->head(child);
      if (head != kNoHead) ++children_[index_of(head)];
    }
  }
  return children_[index_of(word)];
}

bool SentenceView::is_projective(Node word) const {
  if (projective_.empty()) projective_ = projective_arcs(sentence_->heads());
  return projective_[index_of(word)];
}

}  // namespace panarc
